import fc from 'fast-check';
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
])('%d kg, one step up is %d', (from, to) => {
  expect(stepUp(from, load)).toBe(to);
});

test.each([
  [150, 147.5],
  [149, 147.5],
  [7.6, 7.5],
  [7.5, 5],
  [5, 5],
])('%d kg, one step down is %d', (from, to) => {
  expect(stepDown(from, load)).toBe(to);
});

test('reaches the maximum between two steps, and leaves it again', () => {
  expect(stepUp(14, odd)).toBe(16);
  expect(stepDown(16, odd)).toBe(14);
});

test('tenths stay exact', () => {
  const tenths = { min: 0, max: 1, step: 0.1 };
  let value = 0;
  for (let step = 0; step < 10; step += 1) value = stepUp(value, tenths);
  expect(value).toBe(1);
  for (let step = 0; step < 7; step += 1) value = stepDown(value, tenths);
  expect(value).toBe(0.3);
});

test('a proposed value is rounded to the nearest step', () => {
  expect(nearestSettable(61, load)).toBe(60);
  expect(nearestSettable(61.3, load)).toBe(62.5);
  expect(nearestSettable(999, load)).toBe(150);
  expect(nearestSettable(1, load)).toBe(5);
  expect(nearestSettable(16, odd)).toBe(16);
});

test('accepts a typed value exactly, or rejects it', () => {
  expect(judgeTyped(62.5, load)).toEqual({ kind: 'settable', value: 62.5 });
  expect(judgeTyped(16, odd)).toEqual({ kind: 'settable', value: 16 });
  expect(judgeTyped(375, load)).toEqual({ kind: 'outside' });
  expect(judgeTyped(1, load)).toEqual({ kind: 'outside' });
  expect(judgeTyped(33, load)).toEqual({ kind: 'between', below: 32.5, above: 35 });
  expect(judgeTyped(15, odd)).toEqual({ kind: 'between', below: 14, above: 16 });
  const seconds = { ...rest, step: 1 };
  expect(judgeTyped(50, seconds)).toEqual({ kind: 'settable', value: 50 });
  expect(judgeTyped(50.5, seconds)).toEqual({ kind: 'between', below: 50, above: 51 });
  expect(judgeTyped(601, seconds)).toEqual({ kind: 'outside' });
});

test('reads full-width numbers', () => {
  expect(readNumber('６２．５')).toBe(62.5);
  expect(readNumber(' 1,000 ')).toBe(1000);
  expect(readNumber('60.')).toBe(60);
  for (const text of ['', '-5', '1e3', 'abc', '1.2.3', '0x10']) {
    expect(readNumber(text)).toBeNull();
  }
});

test('every typed value is either accepted as typed or rejected with a question', () => {
  const ranges = fc
    .record({
      min: fc.integer({ min: 1, max: 300 }),
      width: fc.integer({ min: 1, max: 3000 }),
      step: fc.integer({ min: 1, max: 200 }),
    })
    .map(({ min, width, step }) => ({ min: min / 10, max: (min + width) / 10, step: step / 10 }));
  const texts = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.double({ min: 0, max: 5000, noNaN: true }).map((kg) => kg.toFixed(1)),
    fc.integer({ min: 0, max: 5000 }).map(String),
  );
  fc.assert(
    fc.property(texts, ranges, (text, range) => {
      const number = readNumber(text);
      const typed = number === null ? null : judgeTyped(number, range);
      const isSettable = (value: number) => {
        const steps = Math.round((value - range.min) * 10) / Math.round(range.step * 10);
        return value === range.max || (value >= range.min && Number.isInteger(steps));
      };
      const isTrue = {
        settable: () => typed?.kind === 'settable' && typed.value === number,
        outside: () => number !== null && (number < range.min || number > range.max),
        between: () =>
          typed?.kind === 'between' &&
          number !== null &&
          typed.below < number &&
          typed.above > number &&
          isSettable(typed.below) &&
          isSettable(typed.above),
      };
      expect(typed === null || isTrue[typed.kind]()).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
