import type { HistoryPeriod } from '@tanren/contract/workout-history';

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

const dayLabel = new Intl.DateTimeFormat('ja-JP', {
  month: 'numeric',
  day: 'numeric',
  timeZone: 'Asia/Tokyo',
});
const monthLabel = new Intl.DateTimeFormat('ja-JP', {
  year: 'numeric',
  month: 'numeric',
  timeZone: 'Asia/Tokyo',
});

/** Days as `11/15`; where the span is longer than half a year, months as `2026/11`. */
export function labelTime({ from, to }: { from: number; to: number }): (at: number) => string {
  const label = to - from > 183 * dayMs ? monthLabel : dayLabel;
  return (at) => label.format(new Date(at));
}
