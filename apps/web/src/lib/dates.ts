import { daysBetween, toGymDay, toGymTime, weekday } from '@tanren/domain/gyms/gym-time';
import { serverNow } from './server-time.ts';

/*
 * All dates are in the time zone of the gym, regardless of the phone's settings. They are formatted
 * by hand, because setting up the browser's date formatter blocks a slow phone for a tenth of a
 * second.
 */

/** Names of the weekdays, starting with Sunday. */
export const weekdayNames = ['日', '月', '火', '水', '木', '金', '土'] as const;

/**
 * Formats `2024-12-03` as `12月3日(火)`, for places where the year is clear from the days around it.
 */
export function formatShortGymDate(date: string): string {
  const [, month, day] = date.split('-').map(Number);
  return `${month}月${day}日(${weekdayNames[weekday(date)]})`;
}

/** Formats `2024-12-03` as `12月3日(火)`, or as `2024年12月3日(火)` when it is not in the current year. */
export function formatGymDate(date: string, today = toGymDay(new Date(serverNow()))): string {
  const year = date.slice(0, 4);
  return `${year === today.slice(0, 4) ? '' : `${Number(year)}年`}${formatShortGymDate(date)}`;
}

/** Formats an instant of the API as `18:05`. */
export function formatGymClock(instant: string): string {
  return toGymTime(new Date(instant)).slice(11, 16).replace(/^0/, '');
}

/** Returns the gym's date at an instant of the API. */
export function gymDateOf(instant: string): string {
  return toGymDay(new Date(instant));
}

/**
 * Formats an instant of the API as `12月3日(火) 18:05`, with the year when it is not the current one.
 */
export function formatMoment(instant: string): string {
  return `${formatGymDate(gymDateOf(instant))} ${formatGymClock(instant)}`;
}

/** Formats a time of a gym day, which may last past midnight: `23:30`, `翌0:30`. */
export function formatClockOfDay(instant: string, gymDay: string): string {
  return `${gymDateOf(instant) > gymDay ? '翌' : ''}${formatGymClock(instant)}`;
}

interface SlotTimes {
  readonly startsAt: string;
  readonly endsAt: string;
}

/** Formats a slot of a gym day: `19:00〜20:00`, `23:30〜翌0:30`, `翌1:00〜2:00`. */
export function formatSlotTime({ startsAt, endsAt }: SlotTimes, gymDay: string): string {
  const startsNextDay = gymDateOf(startsAt) > gymDay;
  const ends = startsNextDay ? formatGymClock(endsAt) : formatClockOfDay(endsAt, gymDay);
  return `${formatClockOfDay(startsAt, gymDay)}〜${ends}`;
}

const daysInMonth = 365.25 / 12;

/** Describes how long ago a day was, roughly: `5日`, `2週間`, `3か月`, `1年2か月`. */
export function describeSpan(sinceDay: string, today = toGymDay(new Date(serverNow()))): string {
  const days = Math.max(1, daysBetween(sinceDay, today));
  if (days < 14) return `${days}日`;
  if (days < 56) return `${Math.round(days / 7)}週間`;
  const months = Math.round(days / daysInMonth);
  const [years, rest] = [Math.floor(months / 12), months % 12];
  return `${years === 0 ? '' : `${years}年`}${rest === 0 ? '' : `${rest}か月`}`;
}

/** Formats milliseconds as `1:23`. */
export function formatTimer(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
