import type { TrainingSession } from '@tanren/contract/menus/menus';
import { makeUuid } from '#lib/make-uuid.ts';
import type { DraftBase, MenuDraft } from './drafts.ts';
import {
  type EditedContent,
  emptyContent,
  isSameContent,
  toContent,
  toEdited,
} from './edited-content.ts';

/** Reason why a menu cannot be saved. */
export type SaveProblem =
  | { readonly kind: 'conflict'; readonly current: TrainingSession }
  | { readonly kind: 'deleted' };

export interface EditorStart {
  readonly content: EditedContent;
  readonly base: DraftBase | null;
  readonly draftId: string;
  readonly sent: boolean;
  /** Whether the content comes from a draft and not from the server. */
  readonly restored: boolean;
  readonly saveProblem: SaveProblem | null;
}

export function toBase({ version, ...session }: TrainingSession): DraftBase {
  const { title, description, tags, visibility, items } = session;
  return { version, content: { title, description, tags, visibility, items } };
}

function restore(draft: MenuDraft, saveProblem: SaveProblem | null): EditorStart {
  const { content, ...others } = draft;
  return { ...others, content: toEdited(content), restored: true, saveProblem };
}

export function startNew(draft: MenuDraft | null): EditorStart {
  if (draft !== null) return restore(draft, null);
  const fresh = { base: null, draftId: makeUuid(), sent: false };
  return { ...fresh, content: emptyContent, restored: false, saveProblem: null };
}

/**
 * Returns the start of an edit. A `null` menu has been deleted since, and only the draft is left to
 * edit.
 */
export function startEdit(session: TrainingSession | null, draft: MenuDraft | null): EditorStart {
  if (session === null) return { ...startNew(draft), saveProblem: { kind: 'deleted' } };
  const isNews = draft?.base && !isSameContent(draft.content, session);
  if (!isNews) return { ...startNew(null), base: toBase(session), content: toEdited(session) };
  const stale = draft.base.version !== session.version;
  return restore(draft, stale ? { kind: 'conflict', current: session } : null);
}

export interface EditorState extends Omit<EditorStart, 'restored'> {
  readonly notice: 'restored' | 'discarded' | 'reloaded' | null;
  /** Content that was discarded last and can be restored. `null` when there is none. */
  readonly aside: Pick<EditorStart, 'content' | 'base'> | null;
}

export function beginState({ restored, ...start }: EditorStart): EditorState {
  return {
    ...start,
    notice: restored && start.saveProblem === null ? 'restored' : null,
    aside: null,
  };
}

export function isUnsaved({ content, base }: Pick<EditorState, 'content' | 'base'>): boolean {
  return !isSameContent(toContent(content), base?.content ?? toContent(emptyContent));
}

export function editContent(
  state: EditorState,
  edit: (content: EditedContent) => EditedContent,
): EditorState {
  // Restoring the discarded content would overwrite what has been typed since.
  const given = { notice: null, aside: null };
  return { ...state, ...(state.aside === null ? {} : given), content: edit(state.content) };
}

/** Returns to the content that the draft was based on. */
export function discardDraft(state: EditorState): EditorState {
  const { base } = state;
  const content = base === null ? emptyContent : toEdited(base.content);
  // The discarded draft may have been sent, so the new content gets its own draft id.
  const fresh = { draftId: makeUuid(), sent: false };
  return { ...state, ...fresh, ...putAside(state), content, notice: 'discarded' };
}

/** Replaces the member's content with the current one from the server. */
export function loadCurrent(state: EditorState, current: TrainingSession): EditorState {
  const loaded = { base: toBase(current), content: toEdited(current), saveProblem: null };
  return { ...state, ...putAside(state), ...loaded, notice: 'reloaded' };
}

/**
 * Restores the discarded content. If the menu was changed elsewhere, saving shows the conflict
 * again.
 */
export function takeBack(state: EditorState): EditorState {
  return state.aside === null ? state : { ...state, ...state.aside, aside: null, notice: null };
}

function putAside({ content, base }: EditorState): Pick<EditorState, 'aside'> {
  return { aside: { content, base } };
}
