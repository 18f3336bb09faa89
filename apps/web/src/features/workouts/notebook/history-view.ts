import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { monthOf } from '@tanren/domain/memberships/memberships';
import { isMonth } from '@tanren/domain/workouts/visit-months';
import { readWorkoutTypeSearch } from '#lib/route-params.ts';
import { serverNow } from '#lib/server-time.ts';

/** Views of the history page besides the calendar, which has no name in the address. */
const views = ['list', 'types', 'muscles'] as const;
type HistoryView = (typeof views)[number];

export interface HistorySearch {
  /** Filter of the list. The address may contain anything here. */
  readonly workoutType?: string | number;
  readonly view?: HistoryView;
  /** Month of the calendar, as `2026-11`. The current month has no name in the address. */
  readonly month?: string;
}

/**
 * Reads the address of the history page. A filter decides the view, because it is the list's. An
 * unknown view or month is ignored, so the page shows the calendar of this month.
 */
export function readHistorySearch(search: Record<string, unknown>): HistorySearch {
  const filter = readWorkoutTypeSearch(search);
  if (filter.workoutType !== undefined) return filter;
  const view = views.find((one) => one === search['view']);
  if (view !== undefined) return { view };
  const { month } = search;
  const isShown = typeof month === 'string' && isMonth(month) && month < currentMonth();
  return isShown ? { month } : {};
}

export function currentMonth(): string {
  return monthOf(toGymDay(new Date(serverNow())));
}

/** Returns the address of a month in the calendar. */
export function searchMonth(month: string): HistorySearch {
  return month >= currentMonth() ? {} : { month };
}
