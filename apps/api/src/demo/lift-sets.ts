import { type SettableLoads, settableAtMost } from '@tanren/domain/loads';
import type { LiftedSet } from '@tanren/domain/workouts';
import type { Random } from './random.ts';

export interface Effort {
  readonly loadHg: number;
  /** What could be lifted once today. */
  readonly oneRepMaxHg: number;
  readonly mostReps: number;
  readonly range: SettableLoads;
  /** Somebody whose every set is the same as last time. */
  readonly fixedReps: number | null;
}

/** The sets of one workout: perhaps one to warm up, then two to four that get shorter. */
export function liftSets(random: Random, effort: Effort): LiftedSet[] {
  const { loadHg, oneRepMaxHg, mostReps, range, fixedReps } = effort;
  const warmUpHg = settableAtMost(range, loadHg * 0.6);
  const count = random.pick([2, 3, 3, 3, 4]);
  const warmsUp = random.chance(0.25) && warmUpHg < loadHg;
  const sets = warmsUp ? [liftSet(random, warmUpHg, 10, 0.4)] : [];
  for (let index = 0; index < count; index += 1) {
    const possible = (oneRepMaxHg * (1 - 0.03 * index)) / loadHg;
    const able = fixedReps === null ? Math.floor(30 * (possible - 1)) : fixedReps - index;
    sets.push(liftSet(random, loadHg, Math.max(3, Math.min(mostReps, able)), 1));
  }
  return sets;
}

/** Every rep a little slower than the one before. */
function liftSet(random: Random, loadHg: number, count: number, effort: number): LiftedSet {
  const reps = Array.from({ length: count }, (_, index) => {
    const tired = effort * ((index + 1) / count) ** 2;
    return { loadHg, ms: random.integer(1700, 2100) + Math.round(1300 * tired) };
  });
  return { loadHg, reps };
}
