import { expect, it } from 'vitest';
import { countSessionSets, listSessionTypes } from './session-items.ts';

it('types are listed once, in the order of the items', () => {
  const items = [11, 1, 11, 4, 1].map((workoutTypeId) => ({ workoutTypeId }));
  expect(listSessionTypes(items)).toEqual([11, 1, 4]);
  expect(listSessionTypes([])).toEqual([]);
});

it('sets are counted over all items', () => {
  expect(countSessionSets([{ sets: 3 }, { sets: 1 }, { sets: 10 }])).toBe(14);
  expect(countSessionSets([])).toBe(0);
});
