import { expect, it } from 'vitest';
import { describeDuration, formatTimer } from './durations.ts';

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
