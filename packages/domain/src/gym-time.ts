/** Japan has kept one offset, without summer time, since 1952. */
const tokyoOffsetMs = 9 * 60 * 60 * 1000;

/**
 * The date on the gym's wall clock (Asia/Tokyo) at an instant, as `YYYY-MM-DD`. A gym that is open
 * past midnight counts the time until it closes to the day before: see `gymDayOf`.
 */
export function toGymDay(instant: Date): string {
  return new Date(instant.getTime() + tokyoOffsetMs).toISOString().slice(0, 10);
}

/** The same with the time, as spreadsheets read it: `YYYY-MM-DD HH:mm:ss`. */
export function toGymTime(instant: Date): string {
  const local = new Date(instant.getTime() + tokyoOffsetMs).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 19)}`;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Gym days are dates without a zone: all arithmetic on them is in UTC, where no day is short. */
function toMs(gymDay: string): number {
  return Date.parse(`${gymDay}T00:00:00Z`);
}

export function addDays(gymDay: string, days: number): string {
  return new Date(toMs(gymDay) + days * dayMs).toISOString().slice(0, 10);
}

/** Negative when `toDay` is the earlier one. */
export function daysBetween(fromDay: string, toDay: string): number {
  return Math.round((toMs(toDay) - toMs(fromDay)) / dayMs);
}

/** 0 is Sunday. */
export function weekday(gymDay: string): number {
  return new Date(toMs(gymDay)).getUTCDay();
}

const tokyoOffset = '+09:00';

/**
 * The instant at so many minutes after midnight of a gym day, on the gym's own clock.
 * Minutes may pass 24:00: 1500 is one o'clock of the next morning.
 */
export function toGymInstant(gymDay: string, minutes: number): Date {
  const midnight = Date.parse(`${gymDay}T00:00:00${tokyoOffset}`);
  return new Date(midnight + minutes * 60_000);
}

/** `YYYY-MM-DD` of a day that exists; null for February 30th and the like. */
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
