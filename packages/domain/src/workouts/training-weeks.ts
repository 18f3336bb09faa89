import { addDays, weekday } from '#gyms/gym-time.ts';
import { toHectograms, toKilograms } from './loads.ts';

/** Days per week of strength training that the Ministry of Health recommends (2023). */
export const weeklyDaysGoal = { from: 2, to: 3 } as const;

/** Returns the Monday of the day's week. */
export function weekStart(gymDay: string): string {
  const daysSinceMonday = (weekday(gymDay) + 6) % 7;
  return addDays(gymDay, -daysSinceMonday);
}

/**
 * Returns the number of consecutive weeks with a workout. It counts weeks instead of days, because
 * muscles need rest. The current week counts as soon as it has a workout; until then it does not
 * end the streak.
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

/** Visit with the fields that the summary of its week needs. */
interface WeekVisit {
  readonly date: string;
  readonly setCount: number;
  /** Total in kg. */
  readonly tfo: number;
  readonly personalBests: readonly unknown[];
}

export interface WeekTotals {
  /** Monday of the week. */
  readonly startsOn: string;
  readonly visits: number;
  readonly sets: number;
  readonly tfo: number;
  /** Number of types with a personal best, summed over the visits. */
  readonly bests: number;
}

/** Sums up the visits of the week that begins on the Monday `startsOn`. */
export function sumWeek(visits: readonly WeekVisit[], startsOn: string): WeekTotals {
  const own = visits.filter(({ date }) => weekStart(date) === startsOn);
  const sum = (read: (visit: WeekVisit) => number) =>
    own.reduce((total, visit) => total + read(visit), 0);
  return {
    startsOn,
    visits: own.length,
    sets: sum(({ setCount }) => setCount),
    tfo: toKilograms(sum(({ tfo }) => toHectograms(tfo))),
    bests: sum(({ personalBests }) => personalBests.length),
  };
}
