import { expect, onTestFinished, test, vi } from 'vitest';
import { describeClockBehind, watchClock } from './clock-watch.ts';
import { isYoung } from './ownership.ts';

test('logs once that the clock was set forward or back, but not a correction of a second', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const clocks = { wall: 1e12, steady: 5 };
  const stop = watchClock((line) => lines.push(line), {
    wall: () => clocks.wall,
    steady: () => clocks.steady,
  });
  const pass = (wallMs: number) => {
    clocks.wall += wallMs;
    clocks.steady += 10_000;
    vi.advanceTimersByTime(10_000);
  };
  pass(10_000);
  pass(11_000);
  expect(lines).toEqual([]);
  pass(2 * 24 * 3600 * 1000 + 10_000);
  pass(10_000);
  expect(lines).toEqual([expect.stringMatching(/ jumped forward by 172800 s, [^\n]+timedatectl/)]);
  pass(-3600 * 1000 + 10_000);
  expect(lines[1]).toContain('jumped back by 3600 s');
  stop();
  pass(3600 * 1000);
  expect(lines).toHaveLength(2);
});

test('logs at the start that the clock is behind the last use of the database', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  expect(describeClockBehind(undefined, now)).toBeNull();
  expect(describeClockBehind(new Date('2025-12-31T23:59:00Z'), now)).toBeNull();
  expect(describeClockBehind(new Date('2026-01-01T00:00:59Z'), now)).toBeNull();
  expect(describeClockBehind(new Date('2026-01-02T00:00:00Z'), now)).toContain(
    'says 2026-01-01T00:00:00.000Z, but the database was in use at 2026-01-02T00:00:00.000Z',
  );
});

test('does not take a server that survived a clock change for one that has just started', () => {
  expect([0, 0.5, 0.99].map((age) => isYoung(age, 1))).toEqual([true, true, true]);
  expect([-3600, -0.1, 1, 86_400].map((age) => isYoung(age, 1))).toEqual(Array(4).fill(false));
  expect(isYoung(0, 0)).toBe(false);
});
