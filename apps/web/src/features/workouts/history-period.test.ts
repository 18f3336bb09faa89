import { describe, expect, it } from 'vitest';
import {
  describePeriodBest,
  describeTrend,
  labelSpan,
  readPeriodSearch,
  spanPeriod,
} from './history-period.ts';

const now = Date.parse('2026-11-15T03:00:00Z');
const dayMs = 24 * 60 * 60 * 1000;

describe('readPeriodSearch', () => {
  it('accepts the known periods and nothing else', () => {
    expect(readPeriodSearch({ period: '1y' })).toEqual({ period: '1y' });
    for (const period of ['2y', '', 1, ['1y'], undefined]) {
      expect(readPeriodSearch({ period })).toEqual({});
    }
  });
});

describe('spanPeriod', () => {
  it('ends now, and begins with the period or the first workout', () => {
    expect(spanPeriod('1m', null, now)).toEqual({ from: now - 31 * dayMs, to: now });
    expect(spanPeriod('all', now - 800 * dayMs, now)).toEqual({ from: now - 800 * dayMs, to: now });
  });

  it('has a length even when the first workout was just now', () => {
    const { from, to } = spanPeriod('all', now, now);
    expect(to - from).toBe(dayMs);
  });
});

describe('labelSpan', () => {
  it('labels the start by how long ago it is and the end as today, with a date between', () => {
    const month = { from: now - 31 * dayMs, to: now };
    expect(labelSpan('1m', month)).toEqual(['1か月前', '10/31', '今日']);
    const year = { from: now - 366 * dayMs, to: now };
    expect(labelSpan('1y', year)).toEqual(['1年前', '2026/5', '今日']);
  });

  it("starts all time with a day of the gym's calendar, or with a month", () => {
    const from = Date.parse('2026-11-13T15:00:00Z');
    expect(labelSpan('all', { from, to: now })[0]).toBe('11/14');
    expect(labelSpan('all', { from: now - 366 * dayMs, to: now })[0]).toBe('2025/11');
  });
});

it.each([
  // The best counts, and not the newest value.
  [[40, 42.5, 35], '3m', '3か月で+2.5kg'],
  [[1200, 1050.5], '1m', '1か月で±0kg'],
  [[0.3, 0.3], '1y', '1年で±0kg'],
  [[40, 41], 'all', 'これまでに+1kg'],
  [[40], '3m', '記録は1回です'],
  [[], '3m', ''],
] as const)('%o over %s: %s', (values, period, words) => {
  const points = values.map((value, day) => ({ value, when: `11月${day + 1}日` }));
  expect(describeTrend(points, period)).toBe(words);
});

it('names no change when all points are of one day', () => {
  const points = [50, 60].map((value) => ({ value, when: '11月15日(日)' }));
  expect(describeTrend(points, '3m')).toBe('記録は1日分です');
});

describe('describePeriodBest', () => {
  const points = [50, 52.5, 45].map((value, day) => ({ value, when: `11月${day + 1}日` }));

  it('says how the best changed when it is of the period', () => {
    expect(describePeriodBest(points, '3m', 52.5)).toBe('3か月で+2.5kg');
  });

  it('says how far the period went when the best is older', () => {
    expect(describePeriodBest(points, '1m', 60)).toBe('1か月では52.5kgまで');
  });

  it('says that the period has no records', () => {
    expect(describePeriodBest([], '1y', 60)).toBe('1年の記録はありません');
  });
});
