import { expect, test } from 'vitest';
import { followSetLoad } from './corrected-load.ts';

test('reps follow the load of their set by the same part', () => {
  expect(followSetLoad(1200, 1200, 125)).toBe(125);
  expect(followSetLoad(475, 500, 400)).toBe(380);
});

test('a load that stays leaves every rep as it was, whatever it was', () => {
  expect(followSetLoad(333, 500, 500)).toBe(333);
});

test('a set without a load gives its reps the corrected one', () => {
  expect(followSetLoad(0, 0, 200)).toBe(200);
});
