import type { GymWaits } from '@tanren/contract/machines/machine-waits';
import type { WeekPart } from '@tanren/domain/machines/waits-summary';
import { formatShortGymDate, weekdayNames } from '#lib/dates.ts';

type Queue = GymWaits['queues'][number];
type TypeWaits = GymWaits['types'][number];

export const weekPartNames: Readonly<Record<WeekPart, string>> = {
  weekdays: '平日',
  weekend: '土日',
};

/** Names the measured days. Empty before the first computation. */
export function describeWaitsPeriod({ period }: Pick<GymWaits, 'period'>): string {
  if (period === null) return '';
  const [from, to] = [formatShortGymDate(period.from), formatShortGymDate(period.to)];
  return `${from}〜${to}の4週間`;
}

/** Formats a wait in whole minutes. Less than half a minute is 0. */
export function formatWaitMinutes(seconds: number): string {
  return String(Math.round(seconds / 60));
}

/** Formats the sum of many waits: `45` → `45分`, `150` → `2時間30分`, `1250` → `約21時間`. */
export function formatTotalMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes}分`;
  if (hours >= 10) return `約${Math.round(minutes / 60)}時間`;
  return minutes % 60 === 0 ? `${hours}時間` : `${hours}時間${minutes % 60}分`;
}

/** Names an hour of the gym day, which may be after midnight: `25` → `翌1時台`. */
export function nameWaitHour(hour: number): string {
  return hour < 24 ? `${hour}時台` : `翌${hour - 24}時台`;
}

export function describeQueueTime({ weekday, hour }: Pick<Queue, 'weekday' | 'hour'>): string {
  return `${weekdayNames[weekday]}曜 ${nameWaitHour(hour)}`;
}

export function describeLongWait({ longWaitSeconds }: Pick<Queue, 'longWaitSeconds'>): string {
  return `20人に1人は${formatWaitMinutes(longWaitSeconds)}分以上`;
}

/** Fewer saved minutes in four weeks are not worth a machine. */
const minSavedMinutes = 30;

/** Returns what one machine more would save all people together, and each time on average. */
export function describeSaving({
  bouts,
  savedMinutes,
}: Pick<TypeWaits, 'bouts' | 'savedMinutes'>): string {
  if (savedMinutes < minSavedMinutes) return 'ほとんど変わりません';
  const each = (savedMinutes / bouts).toFixed(1);
  return `${formatTotalMinutes(savedMinutes)}減る（1回あたり${each}分）`;
}

/** Returns the shade of a wait in the table, from 0 (nobody waits) to 3 (long). */
export function findWaitLevel(seconds: number): 0 | 1 | 2 | 3 {
  if (seconds < 30) return 0;
  if (seconds < 150) return 1;
  return seconds < 330 ? 2 : 3;
}

/** Lists all hours from the first to the last in which any type was used. */
export function listWaitHours(types: readonly Pick<TypeWaits, 'hours'>[]): number[] {
  const used = types.flatMap(({ hours }) => hours.map(({ hour }) => hour));
  if (used.length === 0) return [];
  const [first, last] = [Math.min(...used), Math.max(...used)];
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
