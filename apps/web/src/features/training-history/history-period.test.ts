import { describe, expect, it } from 'vitest';
import { labelTime, readPeriodSearch, spanPeriod } from './history-period.ts';

const now = Date.parse('2026-11-15T03:00:00Z');
const dayMs = 24 * 60 * 60 * 1000;

describe('readPeriodSearch', () => {
  it('takes the periods there are, and nothing else', () => {
    expect(readPeriodSearch({ period: '1y' })).toEqual({ period: '1y' });
    for (const period of ['2y', '', 1, ['1y'], undefined]) {
      expect(readPeriodSearch({ period })).toEqual({});
    }
  });
});

describe('spanPeriod', () => {
  it('ends now, and begins with the period or with the first workout', () => {
    expect(spanPeriod('1m', null, now)).toEqual({ from: now - 31 * dayMs, to: now });
    expect(spanPeriod('all', now - 800 * dayMs, now)).toEqual({ from: now - 800 * dayMs, to: now });
  });

  it('has a length even when the first workout was just now', () => {
    const { from, to } = spanPeriod('all', now, now);
    expect(to - from).toBe(dayMs);
  });
});

describe('labelTime', () => {
  it("names days of the gym's calendar, and months in a long span", () => {
    expect(labelTime({ from: now - 31 * dayMs, to: now })(now)).toBe('11/15');
    expect(labelTime({ from: now - 366 * dayMs, to: now })(now)).toBe('2026/11');
    expect(labelTime({ from: now, to: now })(Date.parse('2026-11-14T15:00:00Z'))).toBe('11/15');
  });
});
