import type { HistoryPeriod } from '@tanren/contract/workout-history';
import { toGymDay } from '@tanren/domain/gym-day';
import { addDays } from '@tanren/domain/training-weeks';

const days = { '1m': 30, '3m': 91, '1y': 365 } as const;

/** The beginning of the gym day with which a period starts; null: of all time. */
export function startOfPeriod(period: HistoryPeriod, now: Date): Date | null {
  if (period === 'all') return null;
  return new Date(`${addDays(toGymDay(now), -days[period])}T00:00:00+09:00`);
}
