import { betterEstimate, estimateOneRepMax, type OneRepMax } from './one-rep-max.ts';

/** A completed rep: what was moved, and how long it took. */
export interface LiftedRep {
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
  /** The best estimate and the reps it comes from; null when no set allows one. */
  readonly oneRepMaxHg: number | null;
  readonly oneRepMaxReps: number | null;
}

/** What is kept about a workout beside its reps. A set without a rep counts for nothing. */
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
