import type { RejectionReason } from '@tanren/contract/machine-messages';
import { clockToleranceMs, findImplausibility } from '@tanren/domain/workout-plausibility';
import type { SentWorkout } from './ingest-message.ts';
import type { WorkoutLink } from './ingest-link.ts';
import type { StoredOwner } from './workouts.store.ts';

export type Verdict = 'new' | 'duplicate' | RejectionReason;

/**
 * Decides about a workout. `link` is the one it names, if it is of this machine; `stored`
 * whose the workout of this uuid is, if there is one. What is stored comes first: a machine
 * that was cut off for months must hear that its workout arrived, not that it is too old.
 */
export function judgeWorkout(
  workout: SentWorkout,
  link: WorkoutLink | undefined,
  stored: StoredOwner | undefined,
  now: Date,
): Verdict {
  if (stored?.machineId === workout.machineId && (link === undefined || link.sub === stored.sub)) {
    return 'duplicate';
  }
  if (link === undefined) return 'unknown_connection';
  if (stored !== undefined) return 'uuid_taken';
  const implausibility = findImplausibility(workout, link, now);
  if (implausibility !== null) return implausibility;
  return isWithin(link, workout.startedAt) ? 'new' : 'outside_connection';
}

/** A bout may go on after the link has ended, but not begin then. */
function isWithin({ linkedAt, endedAt }: WorkoutLink, startedAt: Date): boolean {
  const start = startedAt.getTime();
  if (start < linkedAt.getTime() - clockToleranceMs) return false;
  return endedAt === null || start <= endedAt.getTime() + clockToleranceMs;
}
