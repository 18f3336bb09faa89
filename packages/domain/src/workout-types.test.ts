import { expect, test } from 'vitest';
import { isWorkoutTypeId, workoutTypeIds } from './workout-type-ids.ts';
import { workoutTypes } from './workout-types.ts';

test('every id is an exercise, in order, and nothing else is an id', () => {
  expect(workoutTypes.map(({ id }) => id)).toEqual(workoutTypeIds);
  expect([0, 17, -1, 1.5, Number.NaN].filter((id) => isWorkoutTypeId(id))).toEqual([]);
});

test('each trains a muscle directly, names none twice, and can be set by its step', () => {
  for (const { muscles, minLoad, maxLoad, loadStep } of workoutTypes) {
    expect(muscles.some(({ share }) => share === 1)).toBe(true);
    expect(new Set(muscles.map(({ muscle }) => muscle)).size).toBe(muscles.length);
    expect((maxLoad - minLoad) % loadStep).toBe(0);
  }
});
