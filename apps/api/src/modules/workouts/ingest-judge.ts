import type { RejectionReason } from '@tanren/contract/machine-messages';
import {
  clockToleranceMs,
  collides,
  findImplausibility,
} from '@tanren/domain/workout-plausibility';
import type { SentWorkout } from './ingest-message.ts';
import type { WorkoutLink } from './ingest-link.ts';
import type { StoredBout, StoredOwner } from './workouts.store.ts';

export type Verdict = 'new' | 'duplicate' | RejectionReason;

/**
 * Decides about a workout. `link` is the one it names, if it is of this machine; `stored`
 * whose the workout of this uuid is, if there is one; `beside` what else the machine has done then. What is stored comes first: a machine
 * that was cut off for months must hear that its workout arrived, not that it is too old.
 */
export function judgeWorkout(
  workout: SentWorkout,
  link: WorkoutLink | undefined,
  stored: StoredOwner | undefined,
  beside: readonly StoredBout[],
  now: Date,
): Verdict {
  if (stored?.machineId === workout.machineId && (link === undefined || link.sub === stored.sub)) {
    return 'duplicate';
  }
  if (link === undefined) return 'unknown_connection';
  if (stored !== undefined) return 'uuid_taken';
  const implausibility = findImplausibility(workout, link, now);
  if (implausibility !== null) return implausibility;
  if (!isWithin(link, workout.startedAt)) return 'outside_connection';
  const { machineId } = workout;
  const isTaken = beside.some((bout) => bout.machineId === machineId && collides(bout, workout));
  return isTaken ? 'overlaps_workout' : 'new';
}

/** A bout may go on after the link has ended, but not begin then. */
function isWithin({ linkedAt, endedAt }: WorkoutLink, startedAt: Date): boolean {
  const start = startedAt.getTime();
  if (start < linkedAt.getTime() - clockToleranceMs) return false;
  return endedAt === null || start <= endedAt.getTime() + clockToleranceMs;
}
