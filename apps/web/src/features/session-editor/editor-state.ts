import type { TrainingSession } from '@tanren/contract/training-sessions';
import {
  type EditedContent,
  emptyContent,
  isSameContent,
  toContent,
  toEdited,
} from './edited-content.ts';
import { makeUuid } from '#lib/make-uuid.ts';
import { type EditorStart, toBase } from './start-editing.ts';

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
