import { toHectograms } from '@tanren/domain/loads';
import { workoutTypes } from '@tanren/domain/workout-types';

export const demoGyms = [
  { id: 1, name: 'TANREN 神田' },
  { id: 2, name: 'TANREN 中目黒' },
] as const;

export interface DemoMachine {
  readonly id: number;
  readonly gymId: number;
  readonly workoutTypeId: number;
  readonly minLoadHg: number;
  readonly maxLoadHg: number;
  readonly loadStepHg: number;
}

/** One of each type in each gym. The smaller gym has an older series with lighter stacks. */
export const demoMachines: readonly DemoMachine[] = demoGyms.flatMap((gym) =>
  workoutTypes.map((type) => ({
    id: (gym.id - 1) * workoutTypes.length + type.id,
    gymId: gym.id,
    workoutTypeId: type.id,
    minLoadHg: toHectograms(type.minLoad),
    maxLoadHg: toHectograms(gym.id === 1 ? type.maxLoad : type.maxLoad - 4 * type.loadStep),
    loadStepHg: toHectograms(type.loadStep),
  })),
);
