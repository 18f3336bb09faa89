import type { BusinessHours, WeeklyHours } from '@tanren/contract/gyms/gyms';
import { formatMinute, toGymInstant } from '@tanren/domain/gyms/gym-time';

export type DayHours = NonNullable<WeeklyHours['weekly'][number]>;

const dayMinutes = 24 * 60;

/** Formats opening hours as `6:00〜翌2:00`. Closing at midnight is written as 24:00. */
export function formatHours(hours: DayHours | null): string {
  if (hours === null) return '休館';
  if (isAllDay(hours)) return '24時間営業';
  return `${formatMinute(hours.opensMinute)}〜${formatMinute(hours.closesMinute)}`;
}

export function isAllDay(hours: DayHours | null): boolean {
  return hours?.opensMinute === 0 && hours.closesMinute === dayMinutes;
}

/** Converts the instants of a day to minutes since midnight of that day. */
export function toDayHours({ date, opens, closes }: BusinessHours): DayHours | null {
  if (opens === null || closes === null) return null;
  const midnight = toGymInstant(date, 0).getTime();
  const toMinute = (instant: string) => Math.round((Date.parse(instant) - midnight) / 60_000);
  return { opensMinute: toMinute(opens), closesMinute: toMinute(closes) };
}

/** Formats a duration as `2時間`, `1時間30分` or `45分`. */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return `${hours > 0 ? `${hours}時間` : ''}${rest > 0 || hours === 0 ? `${rest}分` : ''}`;
}

interface FreeSeats {
  readonly remaining: number;
  readonly capacity: number;
}

/** Returns whether at most a fifth of the seats (but at least one) is left. */
export function isFew({ remaining, capacity }: FreeSeats): boolean {
  return (
    remaining > 0 && remaining <= Math.max(1, Math.floor(capacity / 5)) && remaining < capacity
  );
}

/** Describes the free seats as `空き10`, `残り1` or `満席`. */
export function describeFreeSeats(seats: FreeSeats): string {
  const { remaining } = seats;
  if (remaining <= 0) return '満席';
  return `${isFew(seats) ? '残り' : '空き'}${remaining}`;
}
