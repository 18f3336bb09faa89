import type { TrainerView } from '@tanren/contract/trainers/trainer-connection-code';
import { expect, test } from 'vitest';
import { announceLeft, computeLeftMs, formatLeft, isGoneByTime } from './trainer-code.tsx';
import { groupViews } from './trainer-views.tsx';

const minute = 60_000;
const expiresAt = '2026-11-15T09:15:00.000Z';
const end = Date.parse(expiresAt);
const seen = (now: number, others: { clockOffset?: number; saidAt?: number } = {}) =>
  computeLeftMs({ expiresAt, clockOffset: 0, saidAt: now, now, ...others });

test('counts down to the moment at which the server ends the code', () => {
  expect(seen(end - 10 * minute)).toBe(10 * minute);
  expect(seen(end - 1)).toBe(1);
  expect(seen(end, { saidAt: end - 3000 })).toBeNull();
});

test('corrects for a clock that is known to be wrong', () => {
  const ahead = { clockOffset: -20 * minute };
  expect(seen(end + 10 * minute, ahead)).toBe(10 * minute);
  expect(seen(end + 20 * minute, { ...ahead, saidAt: end + 19 * minute })).toBeNull();
});

test('does not hide a valid code because of a clock that may be wrong', () => {
  expect(seen(end + 20 * minute)).toBe(0);
  expect(seen(end - 60 * minute)).toBe(15 * minute);
});

test('a code is over when its end is reached without news from the server', () => {
  expect(seen(end + 5 * minute, { saidAt: end - minute })).toBeNull();
});

test('a code that disappears early was taken back', () => {
  const gone = (saidAt: number, clockOffset = 0) =>
    isGoneByTime({ expiresAt, clockOffset, saidAt });
  expect(gone(end - minute)).toBe(false);
  expect(gone(end + 1000)).toBe(true);
  expect(gone(end + minute, -2 * minute)).toBe(false);
  expect(gone(end - minute, minute)).toBe(true);
});

test('shows minutes and seconds, and zero only at the end', () => {
  expect([15 * minute, 872_000, 59_001, 1, 0].map(formatLeft)).toEqual([
    '15:00',
    '14:32',
    '1:00',
    '0:01',
    '0:00',
  ]);
});

test('announces the remaining time at most three times', () => {
  const words = new Set(
    Array.from({ length: 900 }, (_, second) => announceLeft(second * 1000)).filter(Boolean),
  );
  expect([...words]).toHaveLength(3);
  expect(announceLeft(12 * minute)).toBe('');
  expect(announceLeft(50_000)).toContain('1分');
});

const view = (id: number, seenAt: string): TrainerView => ({
  id,
  seen: 'history',
  seenAt,
  nickname: 'コウジ',
});

test('groups views by gym day, also around midnight', () => {
  const days = groupViews([
    view(4, '2026-11-15T15:30:00Z'),
    view(3, '2026-11-15T14:59:00Z'),
    view(2, '2026-11-14T15:00:00Z'),
    view(1, '2026-11-14T14:00:00Z'),
  ]);
  expect(days.map(({ day, views }) => [day, views.map(({ id }) => id)])).toEqual([
    ['2026-11-16', [4]],
    ['2026-11-15', [3, 2]],
    ['2026-11-14', [1]],
  ]);
});

test('shows a view that is on two pages once', () => {
  const twice = [view(2, '2026-11-14T15:00:00Z'), view(2, '2026-11-14T15:00:00Z')];
  expect(groupViews(twice).flatMap(({ views }) => views)).toHaveLength(1);
});
