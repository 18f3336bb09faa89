import { findUnsentChange, readUnsentContent } from '#entities/menus/unsent-menus.ts';
import { makeUuid } from '#lib/make-uuid.ts';
import type { UnsentWrite } from '#lib/offline/outbox-rules.ts';
import { type DraftBase, readDraft, type MenuDraft, writeDraft } from './drafts.ts';

/**
 * Returns a queued or refused write as a draft to continue with, or `null` when it cannot be
 * parsed.
 */
export function toDraft(write: UnsentWrite): MenuDraft | null {
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

/**
 * Returns the member's change to a menu that is still queued on this device or in conflict with
 * another device.
 */
export function findUnsentDraft(
  writes: readonly UnsentWrite[],
  trainingSessionId: number,
): MenuDraft | null {
  const write = findUnsentChange(writes, trainingSessionId);
  return write === null ? null : toDraft(write);
}
