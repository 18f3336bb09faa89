import { expect, it } from 'vitest';
import { secondsToWait } from './identity-storage.ts';

it.each([
  [null, 0, 0],
  [1000, 1000, 30],
  [1000, 1500, 30],
  [1000, 2000, 29],
  [1000, 30_999, 1],
  [1000, 31_000, 0],
  [1000, 900_000, 0],
  // The clock was set back by an hour.
  [3_600_000, 0, 30],
])('sent at %s, asked at %i: %i s', (sentAt, now, seconds) => {
  expect(secondsToWait(sentAt, now)).toBe(seconds);
});
