import { findUnsentChange, readUnsentContent } from '#entities/menus/unsent-menus.ts';
import { makeUuid } from '#lib/make-uuid.ts';
import type { UnsentWrite } from '#lib/offline/outbox-rules.ts';
import { type DraftBase, readDraft, type SessionDraft, writeDraft } from './drafts.ts';

/** A write that waits or was refused, as a draft to go on with; null: it cannot be read. */
export function toDraft(write: UnsentWrite): SessionDraft | null {
  const { draftId } = write.call.body;
  return readDraft(
    writeDraft({
      draftId: typeof draftId === 'string' ? draftId : makeUuid(),
      sent: write.tried,
      base: write.base as DraftBase | null,
      content: readUnsentContent(write),
    }),
  );
}

/** What was changed here of a session and has not arrived, or is in conflict with another device. */
export function findUnsentDraft(
  writes: readonly UnsentWrite[],
  trainingSessionId: number,
): SessionDraft | null {
  const write = findUnsentChange(writes, trainingSessionId);
  return write === null ? null : toDraft(write);
}
