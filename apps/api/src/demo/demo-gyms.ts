import type { DayHours } from '@tanren/domain/gym-hours';
import { toHectograms } from '@tanren/domain/loads';
import { workoutTypes } from '@tanren/domain/workout-types';
import type { GymRow } from '#db/schema/gyms.ts';

export interface DemoGym extends Omit<GymRow, 'doorSecret' | 'version' | 'draftId'> {
  readonly hours: DayHours;
  /** 0 is Sunday; null: open every day. */
  readonly closedOn: number | null;
}

/** House number 0 and telephone numbers with 0000 belong to nobody. */
export const demoGyms: readonly DemoGym[] = [
  {
    id: 1,
    name: 'TANREN 神田',
    address: '東京都千代田区内神田3-0-0 鍛錬ビル1階',
    access: 'JR神田駅 西口から徒歩4分。1階の入口で解錠コードを入力してください。',
    phone: '03-0000-1001',
    slotMinutes: 60,
    capacity: 12,
    cancelDeadlineMinutes: 120,
    hours: { opensMinute: 6 * 60, closesMinute: 26 * 60 },
    closedOn: null,
  },
  {
    id: 2,
    name: 'TANREN 中目黒',
    address: '東京都目黒区上目黒2-0-0 リバーサイド鍛錬2階',
    access: '中目黒駅から目黒川沿いに徒歩6分。エレベーターで2階へお上がりください。',
    phone: '03-0000-2002',
    slotMinutes: 75,
    capacity: 8,
    cancelDeadlineMinutes: 60,
    hours: { opensMinute: 7 * 60, closesMinute: 23 * 60 },
    closedOn: 2,
  },
];

export function findDemoGym(gymId: number): DemoGym {
  const gym = demoGyms.find(({ id }) => id === gymId);
  if (gym === undefined) throw new Error(`there is no gym ${gymId}`);
  return gym;
}

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
