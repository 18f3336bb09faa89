import { isSettable, type SettableLoads } from './loads.ts';
import { raiseToLifted, betterEstimate, estimateOneRepMax, type OneRepMax } from './one-rep-max.ts';
import {
  findMeasureImplausibility,
  measureImplausibilities,
  type RepMeasures,
} from './rep-measures.ts';

/** Completed rep: its load and its duration in milliseconds. */
export interface LiftedRep extends RepMeasures {
  readonly loadHg: number;
  readonly ms: number;
}

export interface LiftedSet {
  /** Load that the machine was set to. */
  readonly loadHg: number;
  readonly reps: readonly LiftedRep[];
  /** Reps that were not completed. They count in no result. */
  readonly failedReps?: readonly LiftedRep[];
  /** Start in milliseconds after the start of the workout. Absent when it was not measured. */
  readonly startMs?: number;
  /** Seat position. Absent when it was not measured. */
  readonly seat?: number;
}

export interface WorkoutSummary {
  /** Largest load of a rep, and the sum of the loads of all reps (総発揮力). */
  readonly maxHg: number;
  readonly tfoHg: number;
  readonly setCount: number;
  readonly repCount: number;
  /** Load of the heaviest set, and the most reps done at that load. */
  readonly topLoadHg: number;
  readonly topReps: number;
  /**
   * Best estimate and the reps it comes from, never below `maxHg`. `null` when no set allows one.
   */
  readonly oneRepMaxHg: number | null;
  readonly oneRepMaxReps: number | null;
}

/** Summarizes the values that are stored with a workout. A set without a rep does not count. */
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
    // The estimate uses the lightest rep, because a set that got lighter must not look stronger
    // than it was.
    oneRepMax = betterEstimate(oneRepMax, estimateOneRepMax(lightestHg, reps.length));
  }
  oneRepMax = raiseToLifted(oneRepMax, maxHg);
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

/**
 * Reasons why a member cannot have done a workout. It is rejected, so that it never reaches a
 * ranking.
 */
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
  ...measureImplausibilities,
] as const;
type Implausibility = (typeof implausibilities)[number];

/** Minimum duration of a rep. A weight cannot be moved up and down faster. */
const shortestRepMs = 200;
/** Maximum number of reps of one set. */
export const maxReps = 200;
/** Maximum number of sets of one workout. */
export const maxSets = 50;
/** Maximum time by which a machine's clock may be ahead of the server's. */
export const clockToleranceMs = 2 * 60 * 1000;
/** Maximum age of a workout. A machine that was offline for longer has another problem. */
export const oldestWorkoutMs = 30 * 24 * 60 * 60 * 1000;
/** Maximum overlap of two bouts of one machine. Setting its clock between them can cause one. */
const overlapToleranceMs = 30 * 1000;
/**
 * Tolerance between the duration of the reps, measured by the sensor, and that of the workout,
 * measured by the machine's clock, which may be set in between.
 */
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
  // The condition is not `<= 0`, because times like 23:59:60 are well-formed but give NaN here.
  if (!(lastsMs > 0)) return 'ends_before_start';
  if (endedAt.getTime() > now.getTime() + clockToleranceMs) return 'in_future';
  if (startedAt.getTime() < now.getTime() - oldestWorkoutMs) return 'too_old';
  if (sets.length > maxSets) return 'too_many_sets';
  let repsMs = 0;
  for (const { loadHg, reps, failedReps = [] } of sets) {
    const error = judgeLoad(loadHg, range);
    if (error !== null) return error;
    for (const rep of reps) {
      const repError = judgeLoad(rep.loadHg, range);
      if (repError !== null) return repError;
      if (!(rep.ms >= shortestRepMs)) return 'rep_too_fast';
      repsMs += rep.ms;
    }
    for (const rep of failedReps) {
      const repError = judgeLoad(rep.loadHg, range);
      if (repError !== null) return repError;
    }
  }
  if (!fitsDuration(repsMs, lastsMs)) return 'too_short_for_reps';
  return findMeasureImplausibility(sets, lastsMs);
}

/** Returns whether reps of this total duration fit into a bout of this duration. */
export function fitsDuration(repsMs: number, lastsMs: number): boolean {
  return repsMs <= lastsMs + durationToleranceMs;
}

/**
 * Returns why the load is implausible. A stack has a pin, so loads between two plates cannot be
 * lifted.
 */
function judgeLoad(loadHg: number, range: SettableLoads): Implausibility | null {
  // The condition is written this way instead of with `<` and `>`, so that NaN is out of range.
  if (!(loadHg >= range.minLoadHg && loadHg <= range.maxLoadHg)) return 'load_out_of_range';
  return isSettable(range, loadHg) ? null : 'load_off_step';
}

type Bout = Pick<WorkoutClaim, 'startedAt' | 'endedAt'>;

/**
 * Returns whether one machine cannot have recorded both bouts. Setting its clock back between two
 * bouts makes them overlap a little, but never puts one inside the other.
 */
export function collides(one: Bout, other: Bout): boolean {
  const [start, end] = [one.startedAt.getTime(), one.endedAt.getTime()];
  const [otherStart, otherEnd] = [other.startedAt.getTime(), other.endedAt.getTime()];
  const overlapMs = Math.min(end, otherEnd) - Math.max(start, otherStart);
  if (overlapMs <= 0) return false;
  const isWithin = overlapMs >= Math.min(end - start, otherEnd - otherStart);
  return isWithin || overlapMs > overlapToleranceMs;
}
