import type { SessionContent, TrainingSession } from '@tanren/contract/training-sessions';
import { isApiError, isStaleVersion } from '#lib/errors.ts';
import { makeUuid } from '#lib/make-uuid.ts';
import { isSameContent } from './edited-content.ts';
import type { SessionSource } from './editor-setting.tsx';
import type { Trouble } from './editor-state.ts';

type SaveOutcome = { readonly kind: 'saved'; readonly session: TrainingSession } | Trouble;

interface NewDraft {
  readonly draftId: string;
  /** Sent before, and no answer came. */
  readonly sent: boolean;
}

const saved = (session: TrainingSession): SaveOutcome => ({ kind: 'saved', session });

/**
 * The server answers with the session of this draft if there is one already. Sent again after a
 * lost answer, what was changed meanwhile is still to be saved. Otherwise it was another tab that
 * saved the same draft, and this one becomes a session of its own.
 */
export async function createSession(
  source: SessionSource,
  content: SessionContent,
  { draftId, sent }: NewDraft,
): Promise<SaveOutcome> {
  const session = await source.sendNew(content, draftId);
  if (isSameContent(session, content)) return saved(session);
  if (sent && session.version === 1) {
    return updateSession(source, session.trainingSessionId, content, 1);
  }
  return saved(await source.sendNew(content, makeUuid()));
}

export async function updateSession(
  source: SessionSource,
  trainingSessionId: number,
  content: SessionContent,
  version: number,
): Promise<SaveOutcome> {
  try {
    return saved(await source.sendChanged(trainingSessionId, content, version));
  } catch (error) {
    if (isApiError(error, 404)) return { kind: 'deleted' };
    if (!isStaleVersion(error)) throw error;
  }
  const current = await source.fetch(trainingSessionId);
  if (current === null) return { kind: 'deleted' };
  // What is there now is what was to be saved: only the answer had been lost.
  return isSameContent(current, content) ? saved(current) : { kind: 'conflict', current };
}
