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

/** Anything that is not a period is ignored: the page shows its usual one. */
export function readPeriodSearch(search: Record<string, unknown>): { period?: HistoryPeriod } {
  const { period } = search;
  return isPeriod(period) ? { period } : {};
}

const dayMs = 24 * 60 * 60 * 1000;
const periodDays = { '1m': 31, '3m': 92, '1y': 366 };

/** The time that the charts span, in milliseconds; never shorter than what there is to show. */
export function spanPeriod(
  period: HistoryPeriod,
  firstAt: number | null,
  now: number,
): { from: number; to: number } {
  const from = period === 'all' ? now - dayMs : now - periodDays[period] * dayMs;
  return { from: Math.min(from, firstAt ?? from), to: now };
}

/** The year, month and day of a moment, as numbers. */
const readDate = (at: number) => toGymDay(new Date(at)).split('-').map(Number);
const labelDay = (at: number) => readDate(at).slice(1).join('/');
const labelMonth = (at: number) => readDate(at).slice(0, 2).join('/');

const beginnings = { '1m': '1か月前', '3m': '3か月前', '1y': '1年前' };

/**
 * Below a chart: where it begins, its middle and today. Days as `11/15`; where the span is longer
 * than half a year, months as `2026/11`.
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

/** What became of a value from the first to the last day: `3か月で+2.5kg`. One day is no trend. */
export function describeTrend(
  points: readonly Pick<TrendPoint, 'value' | 'when'>[],
  period: HistoryPeriod,
): string {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return '';
  if (points.length === 1) return '記録は1回です';
  if (points.every(({ when }) => when === first.when)) return '記録は1日分です';
  const change = subtractKg(last.value, first.value);
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±';
  return `${spans[period]}${sign}${formatKg(Math.abs(change))}kg`;
}
