import type { HistoryPeriod } from '@tanren/contract/workouts/workout-history';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import type { TrendPoint } from '#ui/charts/trend-chart.tsx';
import { formatKg, subtractKg } from '#lib/number-format.ts';

export const defaultPeriod: HistoryPeriod = '3m';

export const periodNames = {
  '1m': '1か月',
  '3m': '3か月',
  '1y': '1年',
  all: '全期間',
} satisfies Record<HistoryPeriod, string>;

function isPeriod(value: unknown): value is HistoryPeriod {
  return typeof value === 'string' && Object.hasOwn(periodNames, value);
}

/**
 * Returns the period of the address. An invalid period is ignored, so the page shows its default.
 */
export function readPeriodSearch(search: Record<string, unknown>): { period?: HistoryPeriod } {
  const { period } = search;
  return isPeriod(period) ? { period } : {};
}

const dayMs = 24 * 60 * 60 * 1000;
const periodDays = { '1m': 31, '3m': 92, '1y': 366 };

/** Returns the time span of the charts in milliseconds. It always contains the first point. */
export function spanPeriod(
  period: HistoryPeriod,
  firstAt: number | null,
  now: number,
): { from: number; to: number } {
  const from = period === 'all' ? now - dayMs : now - periodDays[period] * dayMs;
  return { from: Math.min(from, firstAt ?? from), to: now };
}

/** Returns the year, month and day of an instant as numbers. */
const readDate = (at: number) => toGymDay(new Date(at)).split('-').map(Number);
const labelDay = (at: number) => readDate(at).slice(1).join('/');
const labelMonth = (at: number) => readDate(at).slice(0, 2).join('/');

const beginnings = { '1m': '1か月前', '3m': '3か月前', '1y': '1年前' };

/**
 * Returns the labels below a chart: its start, its middle and today. Days look like `11/15`, and
 * spans of more than half a year use months like `2026/11`.
 */
export function labelSpan(
  period: HistoryPeriod,
  { from, to }: { from: number; to: number },
): [string, string, string] {
  const label = to - from > 183 * dayMs ? labelMonth : labelDay;
  const begins = period === 'all' ? label(from) : beginnings[period];
  return [begins, label((from + to) / 2), '今日'];
}

const spans = { '1m': '1か月で', '3m': '3か月で', '1y': '1年で', all: 'これまでに' };

/**
 * Describes how the best of the period changed since its first day, as `3か月で+2.5kg`. The newest
 * value does not count, because one light day is no loss of strength. A single day has no trend.
 */
export function describeTrend(
  points: readonly Pick<TrendPoint, 'value' | 'when'>[],
  period: HistoryPeriod,
): string {
  const [first] = points;
  if (first === undefined) return '';
  if (points.length === 1) return '記録は1回です';
  if (points.every(({ when }) => when === first.when)) return '記録は1日分です';
  return `${spans[period]}${describeGain(points, first.when)}`;
}

function describeGain(
  points: readonly Pick<TrendPoint, 'value' | 'when'>[],
  firstDay: string,
): string {
  const best = (of: typeof points) => Math.max(...of.map(({ value }) => value));
  const gain = subtractKg(best(points), best(points.filter(({ when }) => when === firstDay)));
  return gain === 0 ? '±0kg' : `+${formatKg(gain)}kg`;
}

/**
 * Describes the period beside the best of all time: `3か月で+2.5kg`, or `3か月では50kgまで` when the
 * best is older than the period.
 */
export function describePeriodBest(
  points: readonly Pick<TrendPoint, 'value' | 'when'>[],
  period: HistoryPeriod,
  best: number,
): string {
  if (points.length === 0) return `${periodNames[period]}の記録はありません`;
  const ofPeriod = Math.max(...points.map(({ value }) => value));
  return ofPeriod < best
    ? `${periodNames[period]}では${formatKg(ofPeriod)}kgまで`
    : describeTrend(points, period);
}
