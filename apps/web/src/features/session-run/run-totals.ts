import type { Workout } from '@tanren/contract/workouts';
import { toHectograms, toKilograms } from '@tanren/domain/loads';

/** From the start to the last rep: what came after it was the way to the shower. */
export function countRunMinutes(
  startedAt: string,
  workouts: readonly Pick<Workout, 'endedAt'>[],
): number {
  const start = Date.parse(startedAt);
  const end = workouts.reduce((last, { endedAt }) => Math.max(last, Date.parse(endedAt)), start);
  return Math.ceil((end - start) / 60_000);
}

export function sumTfo(workouts: readonly Pick<Workout, 'tfo'>[]): number {
  return toKilograms(workouts.reduce((sum, { tfo }) => sum + toHectograms(tfo), 0));
}
