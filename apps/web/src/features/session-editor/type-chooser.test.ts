import { workoutTypes } from '@tanren/domain/workout-types';
import { expect, test } from 'vitest';
import { typesByPart } from './type-chooser.tsx';

test('every exercise is found once, and no group is empty', () => {
  const found = typesByPart.flatMap(({ types }) => types.map(({ id }) => id));
  expect(found.toSorted((a, b) => a - b)).toEqual(workoutTypes.map(({ id }) => id));
  expect(typesByPart.every(({ types }) => types.length > 0)).toBe(true);
});
