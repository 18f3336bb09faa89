import { toGymDay, toGymTime, weekday } from '@tanren/domain/gym-time';
import { serverNow } from './server-time.ts';

/*
 * Everybody sees the gym's dates, wherever their phone thinks it is. They are put together by hand:
 * to set up the browser's formatter of dates takes a slow phone a tenth of a second, before anything
 * else can happen.
 */

/** From Sunday on. */
export const weekdayNames = ['日', '月', '火', '水', '木', '金', '土'] as const;

/** `2024-12-03` → `12月3日(火)`, where the days around it tell the year. */
export function formatShortGymDate(date: string): string {
  const [, month, day] = date.split('-').map(Number);
  return `${month}月${day}日(${weekdayNames[weekday(date)]})`;
}

/** `2024-12-03` → `12月3日(火)`, with the year when it is not this one: `2024年12月3日(火)`. */
export function formatGymDate(date: string, today = toGymDay(new Date(serverNow()))): string {
  const year = date.slice(0, 4);
  return `${year === today.slice(0, 4) ? '' : `${Number(year)}年`}${formatShortGymDate(date)}`;
}

/** An instant of the API → `18:05`. */
export function formatGymClock(instant: string): string {
  return toGymTime(new Date(instant)).slice(11, 16).replace(/^0/, '');
}

/** The gym's date at an instant of the API. */
export function gymDateOf(instant: string): string {
  return toGymDay(new Date(instant));
}

/** An instant of the API → `12月3日(火) 18:05`, with the year when it is not this one. */
export function formatMoment(instant: string): string {
  return `${formatGymDate(gymDateOf(instant))} ${formatGymClock(instant)}`;
}

/** On the clock of a gym day, which may last past midnight: `23:30`, `翌0:30`. */
export function formatClockOfDay(instant: string, gymDay: string): string {
  return `${gymDateOf(instant) > gymDay ? '翌' : ''}${formatGymClock(instant)}`;
}

interface SlotTimes {
  readonly startsAt: string;
  readonly endsAt: string;
}

/** On the clock of a gym day: `19:00〜20:00`, `23:30〜翌0:30`, `翌1:00〜2:00`. */
export function formatSlotTime({ startsAt, endsAt }: SlotTimes, gymDay: string): string {
  const startsNextDay = gymDateOf(startsAt) > gymDay;
  const ends = startsNextDay ? formatGymClock(endsAt) : formatClockOfDay(endsAt, gymDay);
  return `${formatClockOfDay(startsAt, gymDay)}〜${ends}`;
}
