import { expect, test } from 'vitest';
import { findStep } from './session-steps.ts';

const items = [
  { sets: 2, reps: 10, loadKg: 40, restSeconds: 90 },
  { sets: 1, reps: 15, loadKg: null, restSeconds: 0 },
];

test('sets fill one item after the other, and then there is nothing left', () => {
  const [first, second] = items.map((item) => ({ ...item, itemCount: 2 }));
  expect([0, 1, 2, 3, 9].map((done) => findStep(items, done))).toEqual([
    { ...first, item: 1, set: 1 },
    { ...first, item: 1, set: 2 },
    { ...second, item: 2, set: 1 },
    null,
    null,
  ]);
  expect(findStep([], 0)).toBeNull();
});
