import type { TrainingSession } from '@tanren/contract/menus/menus';
import { makeUuid } from '#lib/make-uuid.ts';
import type { DraftBase, SessionDraft } from './drafts.ts';
import {
  type EditedContent,
  emptyContent,
  isSameContent,
  toContent,
  toEdited,
} from './edited-content.ts';

/** What stands between the member and a saved session. */
export type Trouble =
  | { readonly kind: 'conflict'; readonly current: TrainingSession }
  | { readonly kind: 'deleted' };

export interface EditorStart {
  readonly content: EditedContent;
  readonly base: DraftBase | null;
  readonly draftId: string;
  readonly sent: boolean;
  /** From a draft, not from the server. */
  readonly restored: boolean;
  readonly trouble: Trouble | null;
}

export function toBase({ version, ...session }: TrainingSession): DraftBase {
  const { title, description, tags, visibility, items } = session;
  return { version, content: { title, description, tags, visibility, items } };
}

function restore(draft: SessionDraft, trouble: Trouble | null): EditorStart {
  const { content, ...others } = draft;
  return { ...others, content: toEdited(content), restored: true, trouble };
}

export function startNew(draft: SessionDraft | null): EditorStart {
  if (draft !== null) return restore(draft, null);
  const fresh = { base: null, draftId: makeUuid(), sent: false };
  return { ...fresh, content: emptyContent, restored: false, trouble: null };
}

/** A session of null has been deleted since; without a draft there would be nothing to edit. */
export function startEdit(
  session: TrainingSession | null,
  draft: SessionDraft | null,
): EditorStart {
  if (session === null) return { ...startNew(draft), trouble: { kind: 'deleted' } };
  const isNews = draft?.base && !isSameContent(draft.content, session);
  if (!isNews) return { ...startNew(null), base: toBase(session), content: toEdited(session) };
  const stale = draft.base.version !== session.version;
  return restore(draft, stale ? { kind: 'conflict', current: session } : null);
}

export interface EditorState extends Omit<EditorStart, 'restored'> {
  readonly notice: 'restored' | 'discarded' | 'reloaded' | null;
  /** What was given up last, to be taken back. */
  readonly aside: Pick<EditorStart, 'content' | 'base'> | null;
}

export function beginState({ restored, ...start }: EditorStart): EditorState {
  return { ...start, notice: restored && start.trouble === null ? 'restored' : null, aside: null };
}

export function isUnsaved({ content, base }: Pick<EditorState, 'content' | 'base'>): boolean {
  return !isSameContent(toContent(content), base?.content ?? toContent(emptyContent));
}

export function editContent(
  state: EditorState,
  edit: (content: EditedContent) => EditedContent,
): EditorState {
  // What has been typed since would be lost by taking the old one back.
  const given = { notice: null, aside: null };
  return { ...state, ...(state.aside === null ? {} : given), content: edit(state.content) };
}

/** Back to what the draft began from. */
export function discardDraft(state: EditorState): EditorState {
  const { base } = state;
  const content = base === null ? emptyContent : toEdited(base.content);
  // Should the discarded one have been sent, it must not come back under this one's name.
  const fresh = { draftId: makeUuid(), sent: false };
  return { ...state, ...fresh, ...putAside(state), content, notice: 'discarded' };
}

/** Theirs instead of mine. */
export function loadCurrent(state: EditorState, current: TrainingSession): EditorState {
  const loaded = { base: toBase(current), content: toEdited(current), trouble: null };
  return { ...state, ...putAside(state), ...loaded, notice: 'reloaded' };
}

/** Of a session that was changed elsewhere, saving shows the difference again. */
export function takeBack(state: EditorState): EditorState {
  return state.aside === null ? state : { ...state, ...state.aside, aside: null, notice: null };
}

function putAside({ content, base }: EditorState): Pick<EditorState, 'aside'> {
  return { aside: { content, base } };
}
