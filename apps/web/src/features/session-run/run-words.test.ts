import { expect, it } from 'vitest';
import { describeRest, describeTarget } from './run-words.ts';

it('says what is left of an item', () => {
  expect(describeRest({ sets: 3, reps: 10, doneSets: 0 })).toBe('3セット×10回');
  expect(describeRest({ sets: 3, reps: 10, doneSets: 1 })).toBe('残り2セット×10回');
});

it('names the load, or how to find it', () => {
  expect(describeTarget({ targetLoadKg: 52.5 })).toBe('52.5kg');
  expect(describeTarget({ targetLoadKg: null })).toBe('無理なくできる重さ');
});
