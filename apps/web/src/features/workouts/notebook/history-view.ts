import { readWorkoutTypeSearch } from '#lib/route-params.ts';

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
 * unknown view or month is ignored, so the page shows the calendar of this month. The router needs
 * this function at the start of the app, so it imports no calendar.
 */
export function readHistorySearch(search: Record<string, unknown>): HistorySearch {
  const filter = readWorkoutTypeSearch(search);
  if (filter.workoutType !== undefined) return filter;
  const view = views.find((one) => one === search['view']);
  if (view !== undefined) return { view };
  const { month } = search;
  return typeof month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? { month } : {};
}
