import {
  type DayHours,
  findDayHours,
  findSpecialDay,
  type GymHours,
  weekday,
} from './gym-hours.ts';
import { addDays } from './training-weeks.ts';

const dayMinutes = 24 * 60;

/** Which end of a day's hours is wrong. */
export type HoursEdge = 'opensMinute' | 'closesMinute';

/** A gym day begins on its own date, and closes after it has opened. */
export function findHoursFault({ opensMinute, closesMinute }: DayHours): HoursEdge | null {
  if (opensMinute >= dayMinutes) return 'opensMinute';
  return closesMinute <= opensMinute ? 'closesMinute' : null;
}

/** Whether a day is still open when the next one opens: minutes would belong to both. */
export function reachesInto(day: DayHours | null, next: DayHours | null): boolean {
  if (day === null || next === null) return false;
  return day.closesMinute - dayMinutes > next.opensMinute;
}

/** Days of the week, 0 is Sunday, that reach into the one after; after Saturday comes Sunday. */
export function listWeeklyClashes(weekly: readonly (DayHours | null)[]): number[] {
  return weekly.flatMap((day, at) => {
    const next = weekly[(at + 1) % weekly.length] ?? null;
    return reachesInto(day, next) ? [at] : [];
  });
}

/** The end at which a gym day and its neighbour have the same minutes. */
export function findClashAround(hours: GymHours, gymDay: string): HoursEdge | null {
  const day = findDayHours(hours, gymDay);
  if (reachesInto(findDayHours(hours, addDays(gymDay, -1)), day)) return 'opensMinute';
  return reachesInto(day, findDayHours(hours, addDays(gymDay, 1))) ? 'closesMinute' : null;
}

export interface WeekClash {
  /** 0 is Sunday. */
  readonly weekday: number;
  readonly edge: HoursEdge;
}

/** Where hours of the week and a special day beside them have the same minutes. */
export function listSpecialDayClashes(hours: GymHours): WeekClash[] {
  return hours.specialDays.flatMap(({ date }) => {
    const edge = findClashAround(hours, date);
    if (edge === null) return [];
    const neighbour = addDays(date, edge === 'opensMinute' ? -1 : 1);
    if (findSpecialDay(hours, neighbour) !== null) return [];
    const ownEdge = edge === 'opensMinute' ? 'closesMinute' : 'opensMinute';
    return [{ weekday: weekday(neighbour), edge: ownEdge }];
  });
}
