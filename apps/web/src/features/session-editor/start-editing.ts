import type { TrainingSession } from '@tanren/contract/training-sessions';
import { type EditedContent, emptyContent, isSameContent, toEdited } from './edited-content.ts';
import { makeUuid } from '#lib/make-uuid.ts';
import type { DraftBase, SessionDraft } from './session-draft.ts';

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
