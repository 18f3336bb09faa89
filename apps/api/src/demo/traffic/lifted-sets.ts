import type { CommandMessage } from '@tanren/contract/machines/machine-messages';
import {
  settableAtLeast,
  type SettableLoads,
  toHectograms,
  toKilograms,
} from '@tanren/domain/workouts/loads';
import type { Random } from '#demo/random.ts';

export type LinkedCommand = Extract<CommandMessage, { type: 'linked' }>;

export interface PlannedSet {
  readonly loadKg: number;
  /** Duration of each rep. */
  readonly repsMs: readonly number[];
  /** Rest after the set. */
  readonly restMs: number;
}

/** Load of the first workout in a type, in machine steps above the minimum. */
const firstSteps = 4;
const quickestRepMs = 1800;
const slowestRepMs = 3600;

/**
 * Plans the sets at the load that the server sent: enough reps that the next load rises now and
 * then. A load never lifted before gets fewer reps, so that loads do not grow without end.
 */
export function planSets(
  { nextLoadKg, recentBestKg }: Pick<LinkedCommand, 'nextLoadKg' | 'recentBestKg'>,
  range: SettableLoads,
  random: Random,
): PlannedSet[] {
  const startHg = range.minLoadHg + firstSteps * range.loadStepHg;
  const loadKg = nextLoadKg ?? toKilograms(settableAtLeast(range, startHg));
  const isNew = recentBestKg !== null && toHectograms(loadKg) > toHectograms(recentBestKg);
  const first = isNew ? random.integer(6, 9) : random.integer(8, 12);
  const count = random.chance(0.7) ? 3 : 4;
  return Array.from({ length: count }, (_, index) => {
    const reps = Math.max(5, first - random.integer(0, index));
    return {
      loadKg,
      repsMs: Array.from({ length: reps }, (_rep, done) => {
        const tired = (done + 1) / reps;
        const ms = quickestRepMs + (slowestRepMs - quickestRepMs) * tired ** 2;
        return Math.round(ms * (0.9 + random.next() * 0.1));
      }),
      restMs: random.integer(45_000, 100_000),
    };
  });
}
