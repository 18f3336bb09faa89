import { expect, it } from 'vitest';
import {
  countOutcomes,
  findDeviation,
  groupByChance,
  type Prediction,
} from './strength-calibration.ts';

const predict = (chance: number, results: string): Prediction[] =>
  Array.from(results, (result) => ({ workoutTypeId: 1, chance, isReached: result === '+' }));

it('counts predictions, the expected number and the number that came true', () => {
  expect(countOutcomes(predict(0.75, '++-+'))).toEqual({ count: 4, expected: 3, reached: 3 });
  expect(countOutcomes([])).toEqual({ count: 0, expected: 0, reached: 0 });
});

it('groups by chance, each prediction once, without empty groups', () => {
  const groups = groupByChance([...predict(0.2, '-'), ...predict(0.5, '+'), ...predict(1, '++')]);
  expect(groups).toEqual([
    { from: 0, to: 0.5, count: 1, expected: 0.2, reached: 0 },
    { from: 0.5, to: 0.7, count: 1, expected: 0.5, reached: 1 },
    { from: 0.85, to: 1, count: 2, expected: 2, reached: 2 },
  ]);
});

it.each([
  [0.8, '----', null],
  [0.8, '+++-+', null],
  [0.8, '-----', 'fewer'],
  [0.3, '++++++', 'more'],
  [1, '++++++', null],
])('a chance of %d with %s deviates: %s', (chance, results, deviation) => {
  expect(findDeviation(predict(chance, results))).toBe(deviation);
});
