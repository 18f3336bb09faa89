import { expect, test } from 'vitest';
import { judgeTyped, nearestSettable, readNumber, stepDown, stepUp } from './step-range.ts';

const load = { min: 5, max: 150, step: 2.5 };
const rest = { min: 0, max: 600, step: 15 };
const odd = { min: 10, max: 16, step: 4 };

test.each([
  [5, 7.5],
  [6, 7.5],
  [7.5, 10],
  [149, 150],
  [150, 150],
  [0, 5],
])('%d kg, one more is %d', (from, to) => {
  expect(stepUp(from, load)).toBe(to);
});

test.each([
  [150, 147.5],
  [149, 147.5],
  [7.6, 7.5],
  [7.5, 5],
  [5, 5],
])('%d kg, one less is %d', (from, to) => {
  expect(stepDown(from, load)).toBe(to);
});

test('the largest is reached though no step leads to it, and left again', () => {
  expect(stepUp(14, odd)).toBe(16);
  expect(stepDown(16, odd)).toBe(14);
});

test('tenths stay tenths', () => {
  const tenths = { min: 0, max: 1, step: 0.1 };
  let value = 0;
  for (let step = 0; step < 10; step += 1) value = stepUp(value, tenths);
  expect(value).toBe(1);
  for (let step = 0; step < 7; step += 1) value = stepDown(value, tenths);
  expect(value).toBe(0.3);
});

test('what the page proposes is the nearest step', () => {
  expect(nearestSettable(61, load)).toBe(60);
  expect(nearestSettable(61.3, load)).toBe(62.5);
  expect(nearestSettable(999, load)).toBe(150);
  expect(nearestSettable(1, load)).toBe(5);
  expect(nearestSettable(16, odd)).toBe(16);
});

test('what is typed is itself, or is told to be none', () => {
  expect(judgeTyped(62.5, load, true)).toEqual({ kind: 'settable', value: 62.5 });
  expect(judgeTyped(16, odd, true)).toEqual({ kind: 'settable', value: 16 });
  expect(judgeTyped(375, load, true)).toEqual({ kind: 'outside' });
  expect(judgeTyped(1, load, true)).toEqual({ kind: 'outside' });
  expect(judgeTyped(33, load, true)).toEqual({ kind: 'between', below: 32.5, above: 35 });
  expect(judgeTyped(15, odd, true)).toEqual({ kind: 'between', below: 14, above: 16 });
  expect(judgeTyped(50, rest, false)).toEqual({ kind: 'settable', value: 50 });
  expect(judgeTyped(50.25, rest, false)).toEqual({ kind: 'too-fine' });
  expect(judgeTyped(601, rest, false)).toEqual({ kind: 'outside' });
});

test('numbers are read as keyboards write them', () => {
  expect(readNumber('６２．５')).toBe(62.5);
  expect(readNumber(' 1,000 ')).toBe(1000);
  expect(readNumber('60.')).toBe(60);
  for (const text of ['', '-5', '1e3', 'abc', '1.2.3', '0x10']) {
    expect(readNumber(text)).toBeNull();
  }
});
