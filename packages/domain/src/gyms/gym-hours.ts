import { addDays, toGymDay, toGymInstant, weekday } from './gym-time.ts';

/** Minutes after midnight of the gym day. `closesMinute` may be after 24:00, up to 48:00. */
export interface DayHours {
  readonly opensMinute: number;
  readonly closesMinute: number;
}

/** Day that differs from the weekly hours. The gym is closed when `hours` is `null`. */
export interface SpecialDay {
  readonly date: string;
  readonly hours: DayHours | null;
  readonly note: string;
}

export interface GymHours {
  /** Hours by day of the week, Sunday first. `null` when the gym is closed. */
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

/** Returns the hours of a gym day, special or weekly. Returns `null` when the gym is closed. */
function findDayHours(hours: GymHours, gymDay: string): DayHours | null {
  const special = findSpecialDay(hours, gymDay);
  return special === null ? (hours.weekly[weekday(gymDay)] ?? null) : special.hours;
}

/** Returns when a gym is open on a gym day. Returns `null` when it is closed. */
export function findOpenTime(hours: GymHours, gymDay: string): OpenTime | null {
  const day = findDayHours(hours, gymDay);
  if (day === null) return null;
  return {
    opensAt: toGymInstant(gymDay, day.opensMinute),
    closesAt: toGymInstant(gymDay, day.closesMinute),
  };
}

/**
 * Returns the gym day of an instant. After midnight this is still the previous day, until that day
 * has closed or the next one has opened. It is the calendar date while the gym is closed, and in a
 * gym without hours or open from midnight to midnight.
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

/** Field of a day's hours that is wrong. */
type HoursEdge = 'opensMinute' | 'closesMinute';

/** Returns which field is wrong. A gym day opens on its own date and closes after it has opened. */
export function findHoursError({ opensMinute, closesMinute }: DayHours): HoursEdge | null {
  if (opensMinute >= dayMinutes) return 'opensMinute';
  return closesMinute <= opensMinute ? 'closesMinute' : null;
}

/** Returns whether a day is still open when the next one opens, so that both share minutes. */
export function reachesInto(day: DayHours | null, next: DayHours | null): boolean {
  if (day === null || next === null) return false;
  return day.closesMinute - dayMinutes > next.opensMinute;
}

/**
 * Returns the days of the week (0 is Sunday) that overlap the next day. Sunday follows Saturday.
 */
export function listWeeklyClashes(weekly: readonly (DayHours | null)[]): number[] {
  return weekly.flatMap((day, at) => {
    const next = weekly[(at + 1) % weekly.length] ?? null;
    return reachesInto(day, next) ? [at] : [];
  });
}

/** Returns the end at which a gym day overlaps its neighbour. */
export function findClashAround(hours: GymHours, gymDay: string): HoursEdge | null {
  const day = findDayHours(hours, gymDay);
  if (reachesInto(findDayHours(hours, addDays(gymDay, -1)), day)) return 'opensMinute';
  return reachesInto(day, findDayHours(hours, addDays(gymDay, 1))) ? 'closesMinute' : null;
}

interface WeekClash {
  /** Day of the week. 0 is Sunday. */
  readonly weekday: number;
  readonly edge: HoursEdge;
}

/** Returns the weekly hours that overlap a special day beside them. */
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
