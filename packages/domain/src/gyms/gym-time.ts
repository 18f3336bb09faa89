/** Japan has had one offset without summer time since 1952. */
const tokyoOffsetMs = 9 * 60 * 60 * 1000;

/**
 * Returns the calendar date in the gym's time zone (Asia/Tokyo) as `YYYY-MM-DD`. A gym that is open
 * past midnight counts the time until it closes to the day before: see `gymDayOf`.
 */
export function toGymDay(instant: Date): string {
  return new Date(instant.getTime() + tokyoOffsetMs).toISOString().slice(0, 10);
}

/** Returns date and time in the gym's time zone as spreadsheets read it: `YYYY-MM-DD HH:mm:ss`. */
export function toGymTime(instant: Date): string {
  const local = new Date(instant.getTime() + tokyoOffsetMs).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 19)}`;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Gym days are dates without a time zone. Calculations use UTC, where every day has 24 hours. */
function toMs(gymDay: string): number {
  return Date.parse(`${gymDay}T00:00:00Z`);
}

export function addDays(gymDay: string, days: number): string {
  return new Date(toMs(gymDay) + days * dayMs).toISOString().slice(0, 10);
}

/** Returns the number of days, negative when `toDay` is the earlier one. */
export function daysBetween(fromDay: string, toDay: string): number {
  return Math.round((toMs(toDay) - toMs(fromDay)) / dayMs);
}

/** Returns the day of the week. 0 is Sunday. */
export function weekday(gymDay: string): number {
  return new Date(toMs(gymDay)).getUTCDay();
}

const tokyoOffset = '+09:00';

/**
 * Returns the instant at this many minutes after midnight of a gym day in the gym's time zone.
 * Minutes may be after 24:00: 1500 is one o'clock in the next morning.
 */
export function toGymInstant(gymDay: string, minutes: number): Date {
  const midnight = Date.parse(`${gymDay}T00:00:00${tokyoOffset}`);
  return new Date(midnight + minutes * 60_000);
}

/**
 * Returns the day as `YYYY-MM-DD`, or `null` for a day that does not exist, such as February 30.
 */
export function readGymDay(year: number, month: number, day: number): string | null {
  const text = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  return isGymDay(text) ? text : null;
}

export function isGymDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().slice(0, 10) === text;
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0');
}

/** Names of the weekdays, starting with Sunday. */
const weekdayNames = ['日', '月', '火', '水', '木', '金', '土'] as const;

/** Names a day of the week. 0 is Sunday. */
export function nameWeekday(day: number): string {
  return weekdayNames[day] ?? '';
}

/** Formats a day for texts that are read in later years: `2026年12月1日(火)`. */
export function formatFullDay(gymDay: string): string {
  const [year, month, date] = gymDay.split('-').map(Number);
  return `${year}年${month}月${date}日(${nameWeekday(weekday(gymDay))})`;
}

/** Formats minutes since midnight of a gym day as `6:00`, `24:00` or `翌2:00`. */
export function formatMinute(minute: number): string {
  const isNextDay = minute > 1440;
  const ofDay = isNextDay ? minute - 1440 : minute;
  return `${isNextDay ? '翌' : ''}${Math.floor(ofDay / 60)}:${String(ofDay % 60).padStart(2, '0')}`;
}
