import { formatGymClock, formatGymDate, gymDayOf } from './dates.ts';

/** An instant of the API → `2024年12月03日(火) 18:05`, for lists that reach back for years. */
export function formatMoment(instant: string): string {
  return `${formatGymDate(gymDayOf(instant))} ${formatGymClock(instant)}`;
}
