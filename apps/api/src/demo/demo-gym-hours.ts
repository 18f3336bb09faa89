import type { DayHours, GymHours, SpecialDay } from '@tanren/domain/gym-hours';
import { addDays } from '@tanren/domain/gym-time';
import type { DemoGym } from './demo-gyms.ts';

/** Around noon, when hardly anybody has time. */
const holidayHours: DayHours = { opensMinute: 10 * 60, closesMinute: 18 * 60 };
const afternoonHours: DayHours = { opensMinute: 13 * 60, closesMinute: 26 * 60 };

export function describeHours(gym: DemoGym, today: string): GymHours {
  return {
    weekly: Array.from({ length: 7 }, (_, day) => (day === gym.closedOn ? null : gym.hours)),
    // Those that are over would say of some workouts that they were done at a closed gym.
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

/** The coming one, or the one that is going on. */
function listNewYearDays({ id }: DemoGym, today: string): SpecialDay[] {
  const year = Number(addDays(today, -3).slice(0, 4));
  const short = id === 1 ? holidayHours : null;
  const shortNote = short === null ? '年末年始休業' : '年末年始の短縮営業';
  return [
    { date: `${year}-12-31`, hours: short, note: shortNote },
    { date: `${year + 1}-01-01`, hours: null, note: '年末年始休業' },
    { date: `${year + 1}-01-02`, hours: null, note: '年末年始休業' },
    { date: `${year + 1}-01-03`, hours: short, note: shortNote },
  ];
}
