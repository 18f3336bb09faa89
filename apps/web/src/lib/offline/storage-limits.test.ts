import { expect, test } from 'vitest';
import {
  chooseToRemove,
  countBytes,
  isOf,
  isWorthStoring,
  longestMs,
  makeKey,
  maxBytes,
} from './storage-limits.ts';

const now = 1_000_000_000_000;

test('deletes nothing while everything fits', () => {
  const kept = [
    { key: 'old', at: now - longestMs, bytes: maxBytes / 2 },
    { key: 'new', at: now, bytes: maxBytes / 2 },
  ];
  expect(chooseToRemove(kept, now)).toEqual([]);
});

test('deletes the oldest first, at one byte too many', () => {
  const kept = [
    { key: 'newest', at: now, bytes: 40 },
    { key: 'oldest', at: now - 2, bytes: 1 },
    { key: 'middle', at: now - 1, bytes: 60 },
  ];
  expect(chooseToRemove(kept, now, 101)).toEqual([]);
  expect(chooseToRemove(kept, now, 100)).toEqual(['oldest']);
  expect(chooseToRemove(kept, now, 99)).toEqual(['middle', 'oldest']);
});

test('deletes entries older than a sign-in, however small', () => {
  const kept = [{ key: 'stale', at: now - longestMs - 1, bytes: 1 }];
  expect(chooseToRemove(kept, now)).toEqual(['stale']);
});

test('a thousand answers of any size end within the limit', () => {
  const kept = Array.from({ length: 1000 }, (_, n) => ({
    key: String(n),
    at: now - n,
    bytes: ((n * 7919) % 100_000) + 1,
  }));
  const dropped = new Set(chooseToRemove(kept, now));
  const left = kept.filter(({ key }) => !dropped.has(key));
  const total = left.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(total).toBeLessThanOrEqual(maxBytes);
  expect(dropped.size).toBeGreaterThan(0);
  // Every remaining answer is newer than every dropped one.
  expect(Math.max(...left.map(({ key }) => Number(key)))).toBe(left.length - 1);
});

test('a key belongs to one member and one build', () => {
  const key = makeKey('a', 'one', '["visits"]');
  expect(isOf(key, 'a')).toBe(true);
  expect(isOf(key, 'a', 'one')).toBe(true);
  expect(isOf(key, 'a', 'on')).toBe(false);
  expect(isOf(key, 'b')).toBe(false);
});

test('counts Japanese text as the browser stores it', () => {
  expect(countBytes('鍛錬')).toBe(4);
});

test.each([
  [['visits', 'list', null], true],
  [['training-sessions', 'today'], true],
  [['training-sessions', 'list', 'favorites', {}], true],
  [['gym-door', 1], true],
  [['training-sessions', 'list', 'search', { query: '脚' }], false],
  [['training-sessions', 'tags', ''], false],
  [['gym-crowd', 1], false],
  [['tanren-connection'], false],
  [['staff', 'gyms', 1], false],
  [['staff-members', 'one', 'x'], false],
  [['trained-members', 3, 'history'], false],
  [['userinfo', 'sub'], false],
  [['devices', 'list'], false],
])('%j is stored: %s', (key, expected) => {
  expect(isWorthStoring(key)).toBe(expected);
});
