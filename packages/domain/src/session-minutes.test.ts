import { expect, it } from 'vitest';
import { estimateSessionMinutes } from './session-minutes.ts';

it.each([
  // 90 s to the machine and 10 reps of 4 s.
  ['one set has no rest', [{ sets: 1, reps: 10, restSeconds: 600 }], 3],
  // 90 + 3 × 40 + 2 × 60 = 330 s.
  ['rests are between the sets', [{ sets: 3, reps: 10, restSeconds: 60 }], 6],
  // Twice 330 s are 11 minutes; rounded each for itself they would be 12.
  [
    'only the sum is rounded',
    [
      { sets: 3, reps: 10, restSeconds: 60 },
      { sets: 3, reps: 10, restSeconds: 60 },
    ],
    11,
  ],
  ['nothing takes no time', [], 0],
])('%s', (_name, items, minutes) => {
  expect(estimateSessionMinutes(items)).toBe(minutes);
});
