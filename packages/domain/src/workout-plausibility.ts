import { isSettable, type SettableLoads } from './settable-loads.ts';
import type { LiftedSet } from './workout-summary.ts';

/** Why a workout can't be what a member did; it is refused, so that it never reaches a ranking. */
export const implausibilities = [
  'load_out_of_range',
  'load_off_step',
  'rep_too_fast',
  'too_many_sets',
  'ends_before_start',
  'too_short_for_reps',
  'in_future',
  'too_old',
  'overlaps_workout',
] as const;
export type Implausibility = (typeof implausibilities)[number];

/** Nobody moves a weight there and back faster. */
export const shortestRepMs = 200;
export const mostSets = 50;
/** Machines' clocks may be ahead of ours by so much. */
export const clockToleranceMs = 2 * 60 * 1000;
/** A machine that was cut off for longer has something else wrong with it. */
export const oldestWorkoutMs = 30 * 24 * 60 * 60 * 1000;
/** Two bouts of one machine may overlap by so much, because its clock was set between them. */
export const overlapToleranceMs = 30 * 1000;
/** Reps are timed by the sensor, the workout by the machine's clock, which may be set meanwhile. */
const durationToleranceMs = 5000;

export interface WorkoutClaim {
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly sets: readonly LiftedSet[];
}

export function findImplausibility(
  { startedAt, endedAt, sets }: WorkoutClaim,
  range: SettableLoads,
  now: Date,
): Implausibility | null {
  const lastsMs = endedAt.getTime() - startedAt.getTime();
  // Not `<= 0`: times like 23:59:60 are well-formed, and NaN here.
  if (!(lastsMs > 0)) return 'ends_before_start';
  if (endedAt.getTime() > now.getTime() + clockToleranceMs) return 'in_future';
  if (startedAt.getTime() < now.getTime() - oldestWorkoutMs) return 'too_old';
  if (sets.length > mostSets) return 'too_many_sets';
  let repsMs = 0;
  for (const { loadHg, reps } of sets) {
    const fault = judgeLoad(loadHg, range);
    if (fault !== null) return fault;
    for (const rep of reps) {
      const repFault = judgeLoad(rep.loadHg, range);
      if (repFault !== null) return repFault;
      if (!(rep.ms >= shortestRepMs)) return 'rep_too_fast';
      repsMs += rep.ms;
    }
  }
  return repsMs > lastsMs + durationToleranceMs ? 'too_short_for_reps' : null;
}

/** A stack has a pin: nothing between two of its plates can be lifted. */
function judgeLoad(loadHg: number, range: SettableLoads): Implausibility | null {
  // Not `<` and `>`: whatever is no number is out of range.
  if (!(loadHg >= range.minLoadHg && loadHg <= range.maxLoadHg)) return 'load_out_of_range';
  return isSettable(range, loadHg) ? null : 'load_off_step';
}

type Bout = Pick<WorkoutClaim, 'startedAt' | 'endedAt'>;

/**
 * Whether one machine cannot have done both. A clock that was set back between two bouts makes
 * them overlap a little; one within the other is never that.
 */
export function collides(one: Bout, other: Bout): boolean {
  const [start, end] = [one.startedAt.getTime(), one.endedAt.getTime()];
  const [otherStart, otherEnd] = [other.startedAt.getTime(), other.endedAt.getTime()];
  const overlapMs = Math.min(end, otherEnd) - Math.max(start, otherStart);
  if (overlapMs <= 0) return false;
  const isWithin = overlapMs >= Math.min(end - start, otherEnd - otherStart);
  return isWithin || overlapMs > overlapToleranceMs;
}
