import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { monthOf } from '@tanren/domain/memberships/memberships';
import { serverNow } from '#lib/server-time.ts';
import type { HistorySearch } from './history-view.ts';

export function currentMonth(): string {
  return monthOf(toGymDay(new Date(serverNow())));
}

/** Returns the month that the calendar shows for the one in the address. There is no future month. */
export function chooseMonth(named: string | undefined): string {
  const current = currentMonth();
  return named !== undefined && named < current ? named : current;
}

/** Returns the address of a month in the calendar. */
export function searchMonth(month: string): HistorySearch {
  return month >= currentMonth() ? {} : { month };
}
