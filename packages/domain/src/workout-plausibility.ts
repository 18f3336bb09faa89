import type { LiftedSet } from './workout-summary.ts';

/** Why a workout can't be what a member did; it is refused, so that it never reaches a ranking. */
export const implausibilities = [
  'load_out_of_range',
  'rep_too_fast',
  'too_many_sets',
  'ends_before_start',
  'too_short_for_reps',
  'in_future',
  'too_old',
] as const;
export type Implausibility = (typeof implausibilities)[number];

/** Nobody moves a weight there and back faster. */
export const shortestRepMs = 200;
export const mostSets = 50;
/** Machines' clocks may be ahead of ours by so much. */
export const clockToleranceMs = 2 * 60 * 1000;
/** A machine that was cut off for longer has something else wrong with it. */
export const oldestWorkoutMs = 30 * 24 * 60 * 60 * 1000;
/** Reps are timed by the sensor, the workout by the machine's clock, which may be set meanwhile. */
const durationToleranceMs = 5000;

export interface WorkoutClaim {
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly sets: readonly LiftedSet[];
}

export function findImplausibility(
  { startedAt, endedAt, sets }: WorkoutClaim,
  range: { readonly minLoadHg: number; readonly maxLoadHg: number },
  now: Date,
): Implausibility | null {
  const lastsMs = endedAt.getTime() - startedAt.getTime();
  // Not `<= 0`: times like 23:59:60 are well-formed, and NaN here.
  if (!(lastsMs > 0)) return 'ends_before_start';
  if (endedAt.getTime() > now.getTime() + clockToleranceMs) return 'in_future';
  if (startedAt.getTime() < now.getTime() - oldestWorkoutMs) return 'too_old';
  if (sets.length > mostSets) return 'too_many_sets';
  const isSettable = (loadHg: number) => loadHg >= range.minLoadHg && loadHg <= range.maxLoadHg;
  let repsMs = 0;
  for (const { loadHg, reps } of sets) {
    if (!isSettable(loadHg)) return 'load_out_of_range';
    for (const rep of reps) {
      if (!isSettable(rep.loadHg)) return 'load_out_of_range';
      if (!(rep.ms >= shortestRepMs)) return 'rep_too_fast';
      repsMs += rep.ms;
    }
  }
  return repsMs > lastsMs + durationToleranceMs ? 'too_short_for_reps' : null;
}
