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
  /** How long each rep takes. */
  readonly repsMs: readonly number[];
  /** After it. */
  readonly restMs: number;
}

/** Where somebody begins who has never done the type. */
const firstSteps = 4;
const quickestRepMs = 1800;
const slowestRepMs = 3600;

/**
 * What somebody lifts at the load that the machine was told: as many reps as let the next load
 * rise now and then. A load never lifted before is hard, so that nobody grows without end.
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
