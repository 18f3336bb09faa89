import { expect, test } from 'vitest';
import { describeEstimate } from './one-rep-max-estimate.ts';

test.each([
  [533, 10, { kg: 53.3, reps: 10, reference: false }],
  [560, 11, { kg: 56, reps: 11, reference: true }],
  [560, 12, { kg: 56, reps: 12, reference: true }],
  [null, null, null],
])('%s hg from %s reps', (hg, reps, shown) => {
  expect(describeEstimate(hg, reps)).toEqual(shown);
});
