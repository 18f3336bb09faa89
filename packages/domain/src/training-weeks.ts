/** Days a week that the Ministry of Health recommends for strength training (2023). */
export const weeklyDaysGoal = { from: 2, to: 3 } as const;

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

/** The Monday of the day's week. */
export function weekStart(gymDay: string): string {
  const daysSinceMonday = (new Date(toMs(gymDay)).getUTCDay() + 6) % 7;
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
