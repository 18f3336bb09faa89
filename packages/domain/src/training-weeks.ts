import { addDays, weekday } from './gym-time.ts';
import { toHectograms, toKilograms } from './loads.ts';

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

/** A visit as far as the summary of its week needs it. */
interface WeekVisit {
  readonly date: string;
  readonly setCount: number;
  /** In kg. */
  readonly tfo: number;
  readonly personalBests: readonly unknown[];
}

export interface WeekTotals {
  /** The Monday of the week. */
  readonly startsOn: string;
  readonly visits: number;
  readonly sets: number;
  readonly tfo: number;
  /** Types with a personal best, counted for each visit. */
  readonly bests: number;
}

/** Sums up the visits of the week that begins on a Monday. */
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
