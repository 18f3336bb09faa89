import { addDays, toGymDay, toGymInstant, weekday } from './gym-time.ts';

/** In minutes after midnight of the gym day; `closesMinute` may pass 24:00, up to 48:00. */
export interface DayHours {
  readonly opensMinute: number;
  readonly closesMinute: number;
}

/** A day that differs from its week: closed when `hours` is null. */
export interface SpecialDay {
  readonly date: string;
  readonly hours: DayHours | null;
  readonly note: string;
}

export interface GymHours {
  /** By the day of the week, Sunday first; null: closed. */
  readonly weekly: readonly (DayHours | null)[];
  readonly specialDays: readonly SpecialDay[];
}

export interface OpenTime {
  readonly opensAt: Date;
  readonly closesAt: Date;
}

export function findSpecialDay({ specialDays }: GymHours, gymDay: string): SpecialDay | null {
  return specialDays.find(({ date }) => date === gymDay) ?? null;
}

/** The hours that hold on a gym day, its week's or its own; null: closed. */
function findDayHours(hours: GymHours, gymDay: string): DayHours | null {
  const special = findSpecialDay(hours, gymDay);
  return special === null ? (hours.weekly[weekday(gymDay)] ?? null) : special.hours;
}

/** When a gym has open on one of its days; null: closed. */
export function findOpenTime(hours: GymHours, gymDay: string): OpenTime | null {
  const day = findDayHours(hours, gymDay);
  if (day === null) return null;
  return {
    opensAt: toGymInstant(gymDay, day.opensMinute),
    closesAt: toGymInstant(gymDay, day.closesMinute),
  };
}

/**
 * The gym day of an instant: after midnight still the one before, until that has closed or the next
 * one has opened. While a gym is closed, and in one without hours, it is the date; in one that is
 * open from midnight to midnight, too.
 */
export function gymDayOf(instant: Date, hours: GymHours): string {
  const date = toGymDay(instant);
  const before = addDays(date, -1);
  const night = findOpenTime(hours, before);
  if (night === null || night.closesAt <= instant) return date;
  const day = findOpenTime(hours, date);
  return day !== null && day.opensAt <= instant ? date : before;
}

const dayMinutes = 24 * 60;

/** Which end of a day's hours is wrong. */
type HoursEdge = 'opensMinute' | 'closesMinute';

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

interface WeekClash {
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
