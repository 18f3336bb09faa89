import type { GymRangeName, GymTextName } from '@tanren/domain/gyms/gym-fields';
import type { DayHours, GymHours, SpecialDay } from '@tanren/domain/gyms/gym-hours';
import { addDays, weekday } from '@tanren/domain/gyms/gym-time';
import type { JoiningRule } from '@tanren/domain/memberships/memberships';
import { toHectograms } from '@tanren/domain/workouts/loads';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';

export interface DemoGym extends Record<GymTextName, string>, Record<GymRangeName, number> {
  readonly id: number;
  readonly joining: JoiningRule;
  readonly healthCheck: boolean;
  readonly hours: DayHours;
  /** Weekday on which the gym is closed, 0 for Sunday. `null` if there is none. */
  readonly closedOn: number | null;
}

/** House number 0 and telephone numbers with 0000 do not exist in Japan. */
export const demoGyms: readonly DemoGym[] = [
  {
    id: 1,
    name: 'TANREN 神田',
    address: '東京都千代田区内神田3-0-0 鍛錬ビル1階',
    access: 'JR神田駅 西口から徒歩4分。1階の入口で入館コードを入力してください。',
    phone: '03-0000-1001',
    email: 'kanda@tanren.example',
    slotMinutes: 60,
    capacity: 12,
    cancelDeadlineMinutes: 120,
    joining: 'open',
    noticeDay: 10,
    minimumAge: 0,
    healthCheck: false,
    hours: { opensMinute: 6 * 60, closesMinute: 26 * 60 },
    closedOn: null,
  },
  {
    id: 2,
    name: 'TANREN 中目黒',
    address: '東京都目黒区上目黒2-0-0 リバーサイド鍛錬2階',
    access: '中目黒駅から目黒川沿いに徒歩6分。エレベーターで2階へお上がりください。',
    phone: '03-0000-2002',
    email: 'nakameguro@tanren.example',
    slotMinutes: 75,
    capacity: 8,
    cancelDeadlineMinutes: 60,
    joining: 'open',
    noticeDay: 10,
    minimumAge: 0,
    healthCheck: true,
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

/** Each gym has one machine of each type. The smaller gym has older ones with lighter stacks. */
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

/**
 * Offsets of two machines of the larger gym. The chest press is heavier than others, and the leg
 * press has become heavier. Demo members use one machine of each type, so their workouts say nothing
 * about offsets.
 */
export function makeDemoOffsets(today: string) {
  const known = { sd: 0.01, moved: null, movedSince: null };
  return [
    { ...known, machineId: 1, mean: Math.log(1.045) },
    {
      ...known,
      machineId: 11,
      mean: Math.log(1.06),
      moved: Math.log(1.05),
      movedSince: addDays(today, -14),
    },
  ];
}

/**
 * Floor plans of the gyms: workout types by row, and 0 for an empty cell. The machines for legs are
 * along the window of the larger gym, with an aisle in front of them.
 */
const floorPlans: Readonly<Record<number, readonly (readonly number[])[]>> = {
  1: [[11, 12, 13, 14, 15, 16], [], [1, 2, 3, 0, 8, 9], [4, 5, 6, 7, 0, 10]],
  2: [
    [1, 2, 3, 4, 5],
    [6, 0, 0, 0, 7],
    [11, 12, 0, 13, 8],
    [14, 15, 16, 10, 9],
  ],
};

export const demoFloorCells = demoMachines.map(({ id, gymId, workoutTypeId }) => {
  const plan = floorPlans[gymId] ?? [];
  const row = plan.findIndex((types) => types.includes(workoutTypeId));
  return {
    gymId,
    machineId: id,
    column: (plan[row]?.indexOf(workoutTypeId) ?? -1) + 1,
    row: row + 1,
  };
});

/** Short hours around noon on holidays. */
const holidayHours: DayHours = { opensMinute: 10 * 60, closesMinute: 18 * 60 };
const afternoonHours: DayHours = { opensMinute: 13 * 60, closesMinute: 26 * 60 };

/** Returns the regular weekly hours. */
export function describeWeek({ hours, closedOn }: DemoGym): GymHours {
  return {
    weekly: Array.from({ length: 7 }, (_, day) => (day === closedOn ? null : hours)),
    specialDays: [],
  };
}

export function describeHours(gym: DemoGym, today: string): GymHours {
  return {
    ...describeWeek(gym),
    // Past special days are left out: some demo workouts would fall on a closed day.
    specialDays: listSpecialDays(gym, today).filter(({ date }) => date >= today),
  };
}

function listSpecialDays(gym: DemoGym, today: string): SpecialDay[] {
  const newYear = listNewYearDays(gym, today);
  if (gym.id !== 1) return newYear;
  const inspection = {
    date: addDays(today, 12),
    hours: afternoonHours,
    note: '設備点検のため13時から営業します',
  };
  const isTaken = newYear.some(({ date }) => date === inspection.date);
  return isTaken ? newYear : [inspection, ...newYear];
}

/** Lists the special days of the coming new year, or of the current one. */
function listNewYearDays({ id }: DemoGym, today: string): SpecialDay[] {
  const year = Number(addDays(today, -3).slice(0, 4));
  const short = id === 1 ? holidayHours : null;
  const shortNote = short === null ? '年末年始休館' : '年末年始の短縮営業';
  return [
    { date: `${year}-12-31`, hours: short, note: shortNote },
    { date: `${year + 1}-01-01`, hours: null, note: '年末年始休館' },
    { date: `${year + 1}-01-02`, hours: null, note: '年末年始休館' },
    { date: `${year + 1}-01-03`, hours: short, note: shortNote },
  ];
}

/** Returns whether a gym was open on a day, counted back from today. */
export type IsOpen = (gymId: number, daysAgo: number) => boolean;

export function createIsOpen(today: string): IsOpen {
  return (gymId, daysAgo) => weekday(addDays(today, -daysAgo)) !== findDemoGym(gymId).closedOn;
}
