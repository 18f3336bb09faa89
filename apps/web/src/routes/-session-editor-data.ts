import type { TrainingSession } from '@tanren/contract/training-sessions';
import { notFound } from '@tanstack/react-router';
import { draftKey, loadDraft } from '#features/session-editor/draft-storage.ts';
import { ownSessionSource } from '#features/session-editor/own-session-source.ts';
import { readIdentity } from '#lib/auth.ts';

/** Drafts are kept by member. */
export async function loadEditor(): Promise<{ sub: string }> {
  return { sub: (await readIdentity())?.sub ?? '' };
}

/** Of a session that is gone, unsaved work may still be here; otherwise there is no such page. */
export async function loadSessionEditor(
  trainingSessionId: number,
): Promise<{ sub: string; session: TrainingSession | null }> {
  const [{ sub }, session] = await Promise.all([
    loadEditor(),
    ownSessionSource.fetch(trainingSessionId),
  ]);
  if (session === null && loadDraft(draftKey(sub, trainingSessionId)) === null) throw notFound();
  return { sub, session };
}
