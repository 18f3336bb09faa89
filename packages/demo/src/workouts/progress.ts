import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { settableAtMost, type SettableLoads } from '@tanren/domain/workouts/loads';
import { chooseNextLoad, type RecentWorkout } from '@tanren/domain/workouts/next-load';
import { addStrength, type StoredStrength } from '@tanren/domain/workouts/strength-chain';
import type { LiftedSet, WorkoutSummary } from '@tanren/domain/workouts/workouts';
import type { Favourite } from '#members/demo-person.ts';
import type { Random } from '#random.ts';

interface Effort {
  readonly loadHg: number;
  /** Today's one-repetition maximum, in hectograms. */
  readonly oneRepMaxHg: number;
  readonly maxReps: number;
  readonly range: SettableLoads;
  /** Repetitions of the first set when the member has stalled. `null` otherwise. */
  readonly fixedReps: number | null;
}

/**
 * Returns the sets of one workout: perhaps a warm-up, then two to four with fewer and fewer reps.
 */
export function liftSets(random: Random, effort: Effort): LiftedSet[] {
  const { loadHg, oneRepMaxHg, maxReps, range, fixedReps } = effort;
  const warmUpHg = settableAtMost(range, loadHg * 0.6);
  const count = random.pick([2, 3, 3, 3, 4]);
  const warmsUp = random.chance(0.25) && warmUpHg < loadHg;
  const sets = warmsUp ? [liftSet(random, warmUpHg, 10, 0.4)] : [];
  for (let index = 0; index < count; index += 1) {
    const possible = (oneRepMaxHg * (1 - 0.03 * index)) / loadHg;
    const able = fixedReps === null ? Math.floor(30 * (possible - 1)) : fixedReps - index;
    sets.push(liftSet(random, loadHg, Math.max(3, Math.min(maxReps, able)), 1));
  }
  return sets;
}

/** Returns a set in which each rep is a little slower than the one before. */
function liftSet(random: Random, loadHg: number, count: number, effort: number): LiftedSet {
  const reps = Array.from({ length: count }, (_, index) => {
    const tired = effort * ((index + 1) / count) ** 2;
    return { loadHg, ms: random.integer(1700, 2100) + Math.round(1300 * tired) };
  });
  return { loadHg, reps };
}

/** State of a person's progress in one workout type. */
export interface Progress {
  readonly favourite: Favourite;
  /** Number of workouts whose effect has lasted. */
  effective: number;
  workoutCount: number;
  lastDaysAgo: number;
  recent: RecentWorkout[];
  /** Strength as the server would have stored it. */
  strength: StoredStrength | null;
}

interface Plan {
  readonly loadHg: number;
  readonly oneRepMaxHg: number;
  readonly fixedReps: number | null;
}

/** Number of workouts over which the quick early progress fades. Later progress is slow. */
const earlyWorkouts = 12;
/** Days without training after which some progress is lost. */
const recoveryDays = 28;
/** Repetitions in the middle of the range in which the recommended load does not change. */
const stalledReps = 9;

export function createProgress(favourite: Favourite): Progress {
  return {
    favourite,
    effective: 0,
    workoutCount: 0,
    lastDaysAgo: Infinity,
    recent: [],
    strength: null,
  };
}

/** Plans a workout. Most members follow the recommended load, and some keep their last load. */
export function planWorkout(
  random: Random,
  progress: Progress,
  { daysAgo, now, range }: { daysAgo: number; now: Date; range: SettableLoads },
): Plan {
  const { favourite, recent } = progress;
  if (progress.lastDaysAgo - daysAgo > recoveryDays) progress.effective *= 0.6;
  const early = favourite.earlyGain * (1 - Math.exp(-progress.effective / earlyWorkouts));
  const grown = favourite.startHg * (1 + early + favourite.steadyGain * progress.effective);
  const oneRepMaxHg = grown * random.around(1, 0.015);
  const last = recent[0];
  if (last === undefined) {
    return { loadHg: settableAtMost(range, grown * 0.72), oneRepMaxHg, fixedReps: null };
  }
  const isStalled = daysAgo <= favourite.stalledDaysAgo;
  const followsAdvice = random.chance(0.85) && !isStalled;
  const { workoutTypeId } = favourite;
  const strength = progress.strength && {
    state: progress.strength,
    workoutTypeId,
    machineOffset: 0,
  };
  const next = followsAdvice ? chooseNextLoad({ recent, range, now, strength }) : null;
  return {
    loadHg: next?.loadHg ?? settableAtMost(range, last.topLoadHg),
    oneRepMaxHg,
    fixedReps: isStalled ? stalledReps : null,
  };
}

export function recordWorkout(
  progress: Progress,
  summary: WorkoutSummary,
  daysAgo: number,
  startedAt: Date,
  sets: readonly LiftedSet[],
): void {
  progress.strength = addStrength(progress.strength, {
    id: 0,
    machineId: 0,
    workoutTypeId: progress.favourite.workoutTypeId,
    startedAt,
    sets,
    plannedReps: null,
    machineOffset: null,
  }).stored;
  const { topLoadHg, topReps } = summary;
  progress.recent = [
    {
      topLoadHg,
      topReps,
      startedAt,
      gymDay: toGymDay(startedAt),
      plannedReps: null,
      isPlannedLoad: false,
    },
    ...progress.recent.slice(0, 3),
  ];
  progress.workoutCount += 1;
  progress.lastDaysAgo = daysAgo;
  if (daysAgo > progress.favourite.stalledDaysAgo) progress.effective += 1;
}
