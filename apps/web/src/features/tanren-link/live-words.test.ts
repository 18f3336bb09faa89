import { describe, expect, it } from 'vitest';
import {
  describeDuration,
  describeGoal,
  formatTimer,
  hintAtLoad,
  leftOfRest,
} from './live-words.ts';

it.each([
  [-2000, '0:00'],
  [0, '0:00'],
  [9999, '0:09'],
  [83_000, '1:23'],
  [3_600_000, '60:00'],
])('shows %i ms of rest as %s', (ms, text) => {
  expect(formatTimer(ms)).toBe(text);
});

it.each([
  [400, '1秒'],
  [59_000, '59秒'],
  [83_000, '1分23秒'],
])('tells %i ms as %s', (ms, text) => {
  expect(describeDuration(ms)).toBe(text);
});

describe('what is left of a rest', () => {
  const since = '2026-01-01T00:00:10.000Z';
  const at = (seconds: number) => Date.parse('2026-01-01T00:00:00.000Z') + seconds * 1000;

  it('goes down to nothing and stays there', () => {
    expect(leftOfRest(since, 60, at(10))).toBe(60_000);
    expect(leftOfRest(since, 60, at(40))).toBe(30_000);
    expect(leftOfRest(since, 60, at(70))).toBe(0);
    expect(leftOfRest(since, 60, at(999))).toBe(0);
    expect(leftOfRest(since, 0, at(10))).toBe(0);
  });

  it('is never more than the whole, by a machine whose clock is ahead', () => {
    expect(leftOfRest(since, 60, at(0))).toBe(60_000);
  });
});

it('says how many and how heavy', () => {
  expect(describeGoal({ reps: 10, loadKg: 52.5 })).toBe('10回・52.5kg');
  expect(describeGoal({ reps: 12, loadKg: null })).toBe('12回');
});

it('hints at a machine that is set to something else', () => {
  expect(hintAtLoad({ loadKg: 50 }, 45)).toBe('マシンの設定は45kgです');
  expect(hintAtLoad({ loadKg: 50 }, 50)).toBeNull();
  expect(hintAtLoad({ loadKg: null }, 50)).toBeNull();
});
