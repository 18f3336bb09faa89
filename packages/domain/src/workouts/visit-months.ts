import { addDays, weekday } from '#gyms/gym-time.ts';
import { firstOfMonth, monthOf } from '#memberships/memberships.ts';
import { toHectograms, toKilograms } from './loads.ts';

/** Returns the month that is `months` after the month, or before it when the number is negative. */
export function addMonths(month: string, months: number): string {
  return monthOf(firstOfMonth(`${month}-01`, months));
}

/** Returns the first and the last gym day of a month. */
export function daysOfMonth(month: string): { readonly first: string; readonly last: string } {
  const first = `${month}-01`;
  return { first, last: addDays(firstOfMonth(first, 1), -1) };
}

/**
 * Lays out a month as the weeks of a calendar, which begin on Sunday. A place before the first or
 * after the last day of the month is `null`.
 */
export function layOutMonth(month: string): (string | null)[][] {
  const { first, last } = daysOfMonth(month);
  const weeks: (string | null)[][] = [];
  for (let sunday = addDays(first, -weekday(first)); sunday <= last; sunday = addDays(sunday, 7)) {
    weeks.push(
      Array.from({ length: 7 }, (_, place) => {
        const day = addDays(sunday, place);
        return monthOf(day) === month ? day : null;
      }),
    );
  }
  return weeks;
}

/** Visit with the fields that a calendar needs. */
interface MonthVisit {
  readonly date: string;
  readonly setCount: number;
  /** Total in kg. */
  readonly tfo: number;
  readonly personalBests: readonly { readonly kinds: readonly string[] }[];
}

/**
 * Returns whether a visit set a best load. Only this kind of best is marked in the calendar, because
 * members beat their sums too often for a mark to mean something.
 */
export function hasMaxBest({ personalBests }: Pick<MonthVisit, 'personalBests'>): boolean {
  return personalBests.some(({ kinds }) => kinds.includes('max'));
}

/** Maximum number of plates of a day. More would be higher than a week of the calendar. */
export const maxPlates = 6;
const setsPerPlate = 4;

/** Returns the number of plates that stand for the sets of a day: one for every four sets begun. */
export function countPlates(sets: number): number {
  return Math.min(maxPlates, Math.ceil(sets / setsPerPlate));
}

export interface CalendarDay {
  readonly date: string;
  readonly setCount: number;
  readonly hasMaxBest: boolean;
}

/** Returns the days with a visit by their date. The visits of a day in several gyms are one day. */
export function groupByCalendarDay(visits: readonly MonthVisit[]): Map<string, CalendarDay> {
  const days = new Map<string, CalendarDay>();
  for (const visit of visits) {
    const known = days.get(visit.date);
    days.set(visit.date, {
      date: visit.date,
      setCount: visit.setCount + (known?.setCount ?? 0),
      hasMaxBest: hasMaxBest(visit) || known?.hasMaxBest === true,
    });
  }
  return days;
}

/** Sums up the visits of a month. */
export function sumVisits(visits: readonly MonthVisit[]): {
  readonly visits: number;
  readonly sets: number;
  /** Total in kg. */
  readonly tfo: number;
} {
  const hectograms = visits.reduce((sum, { tfo }) => sum + toHectograms(tfo), 0);
  return {
    visits: visits.length,
    sets: visits.reduce((sum, { setCount }) => sum + setCount, 0),
    tfo: toKilograms(hectograms),
  };
}
