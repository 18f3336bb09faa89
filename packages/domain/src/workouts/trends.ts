import { addDays, daysBetween } from '#gyms/gym-time.ts';

/** Number of seven-day weeks in the small chart of a type. The last one ends today. */
export const trendWeeks = 12;

/** Returns the first gym day of so many weeks of seven days, of which the last one ends today. */
export function startOfWeeks(today: string, weeks: number): string {
  return addDays(today, 1 - 7 * weeks);
}

/**
 * Returns the number of whole weeks from the week that ends today back to that of the day: 0 for
 * the last seven days. These weeks do not begin on Monday, so that the newest one is never nearly
 * empty.
 */
export function weeksAgo(gymDay: string, today: string): number {
  return Math.floor(daysBetween(gymDay, today) / 7);
}

interface TrendWorkout {
  readonly workoutTypeId: number;
  readonly gymDay: string;
  readonly maxHg: number;
}

/**
 * Returns the heaviest load of each of the last twelve weeks by type, oldest first, in hectograms. A
 * week without the type is `null`.
 */
export function findWeeklyMaxima(
  workouts: readonly TrendWorkout[],
  today: string,
): Map<number, (number | null)[]> {
  const types = new Map<number, (number | null)[]>();
  for (const { workoutTypeId, gymDay, maxHg } of workouts) {
    const place = trendWeeks - 1 - weeksAgo(gymDay, today);
    if (place < 0 || place >= trendWeeks) continue;
    const weeks = types.get(workoutTypeId) ?? Array<number | null>(trendWeeks).fill(null);
    weeks[place] = Math.max(weeks[place] ?? 0, maxHg);
    types.set(workoutTypeId, weeks);
  }
  return types;
}
