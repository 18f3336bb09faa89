import { formatGymClock, formatGymDate, formatShortGymDate, gymDayOf } from './dates.ts';

/** An instant of the API → `2024年12月03日(火) 18:05`, for lists that reach back for years. */
export function formatMoment(instant: string): string {
  return `${formatGymDate(gymDayOf(instant))} ${formatGymClock(instant)}`;
}

/** `12月3日(火) 18:05`, for what is a few weeks old at most. */
export function formatRecentMoment(instant: string): string {
  return `${formatShortGymDate(gymDayOf(instant))} ${formatGymClock(instant)}`;
}
