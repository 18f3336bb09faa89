import type { TrainerTrainingSession } from '@tanren/contract/training-sessions';

const dayMs = 24 * 60 * 60_000;

/** What has waited for longer is no news, and whoever does not want it is not reminded for ever. */
const newForMs = 30 * dayMs;

/** Of those with the last changed first: the first that the member never ran. */
export function findNewSession<S extends Pick<TrainerTrainingSession, 'lastRunAt' | 'updatedAt'>>(
  sessions: readonly S[],
  now: number,
): S | null {
  const isNew = ({ lastRunAt, updatedAt }: S) =>
    lastRunAt === null && now - Date.parse(updatedAt) <= newForMs;
  return sessions.find(isNew) ?? null;
}
