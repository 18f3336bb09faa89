import { addDays, weekday } from './gym-time.ts';

/** Days a week that the Ministry of Health recommends for strength training (2023). */
export const weeklyDaysGoal = { from: 2, to: 3 } as const;

/** The Monday of the day's week. */
export function weekStart(gymDay: string): string {
  const daysSinceMonday = (weekday(gymDay) + 6) % 7;
  return addDays(gymDay, -daysSinceMonday);
}

/**
 * Weeks in a row with a workout, up to now. Weeks rather than days: muscles want rest between.
 * The current week counts once it has a workout, and until then breaks nothing.
 */
export function countStreakWeeks(weekStarts: Iterable<string>, today: string): number {
  const trained = new Set(weekStarts);
  let week = weekStart(today);
  if (!trained.has(week)) week = addDays(week, -7);
  let weeks = 0;
  while (trained.has(week)) {
    weeks += 1;
    week = addDays(week, -7);
  }
  return weeks;
}
