import { isSettable, type SettableLoads } from './loads.ts';
import { atLeastLifted, betterEstimate, estimateOneRepMax, type OneRepMax } from './one-rep-max.ts';

/** A completed rep: what was moved, and how long it took. */
interface LiftedRep {
  readonly loadHg: number;
  readonly ms: number;
}

export interface LiftedSet {
  /** What the machine was set to. */
  readonly loadHg: number;
  readonly reps: readonly LiftedRep[];
}

export interface WorkoutSummary {
  /** The largest load of a rep, and the sum of all of them (総発揮力). */
  readonly maxHg: number;
  readonly tfoHg: number;
  readonly setCount: number;
  readonly repCount: number;
  /** The heaviest set, and the most reps done at that load. */
  readonly topLoadHg: number;
  readonly topReps: number;
  /**
   * The best estimate and the reps it comes from, never below `maxHg`; null when no set allows one.
   */
  readonly oneRepMaxHg: number | null;
  readonly oneRepMaxReps: number | null;
}

/** What is stored of a workout besides its reps. A set without a rep does not count. */
export function summarizeWorkout(sets: readonly LiftedSet[]): WorkoutSummary {
  let maxHg = 0;
  let tfoHg = 0;
  let setCount = 0;
  let repCount = 0;
  let topLoadHg = 0;
  let topReps = 0;
  let oneRepMax: OneRepMax | null = null;
  for (const { loadHg, reps } of sets) {
    if (reps.length === 0) continue;
    setCount += 1;
    repCount += reps.length;
    let lightestHg = Infinity;
    for (const rep of reps) {
      tfoHg += rep.loadHg;
      maxHg = Math.max(maxHg, rep.loadHg);
      lightestHg = Math.min(lightestHg, rep.loadHg);
    }
    if (loadHg > topLoadHg || topReps === 0) {
      topLoadHg = loadHg;
      topReps = reps.length;
    } else if (loadHg === topLoadHg) {
      topReps = Math.max(topReps, reps.length);
    }
    // By the lightest rep: a set that got lighter on the way must not look stronger than it was.
    oneRepMax = betterEstimate(oneRepMax, estimateOneRepMax(lightestHg, reps.length));
  }
  oneRepMax = atLeastLifted(oneRepMax, maxHg);
  return {
    maxHg,
    tfoHg,
    setCount,
    repCount,
    topLoadHg,
    topReps,
    oneRepMaxHg: oneRepMax?.oneRepMaxHg ?? null,
    oneRepMaxReps: oneRepMax?.reps ?? null,
  };
}

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
type Implausibility = (typeof implausibilities)[number];

/** Nobody moves a weight there and back faster. */
const shortestRepMs = 200;
/** Maximum number of sets of one workout. */
export const maxSets = 50;
/** Machines' clocks may be ahead of ours by so much. */
export const clockToleranceMs = 2 * 60 * 1000;
/** A machine that was cut off for longer has something else wrong with it. */
export const oldestWorkoutMs = 30 * 24 * 60 * 60 * 1000;
/** Two bouts of one machine may overlap by so much, because its clock was set between them. */
const overlapToleranceMs = 30 * 1000;
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
  if (sets.length > maxSets) return 'too_many_sets';
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
  return fitsDuration(repsMs, lastsMs) ? null : 'too_short_for_reps';
}

/** Whether reps that took so long together can have been done in a bout that lasted so long. */
export function fitsDuration(repsMs: number, lastsMs: number): boolean {
  return repsMs <= lastsMs + durationToleranceMs;
}

/** A stack has a pin: nothing between two of its plates can be lifted. */
function judgeLoad(loadHg: number, range: SettableLoads): Implausibility | null {
  // Written this way instead of by `<` and `>`, so that NaN is out of range.
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
