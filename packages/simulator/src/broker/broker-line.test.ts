import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backOff } from './broker-line.ts';

const retry = { firstMs: 500, longestMs: 30_000 };

test('the retry delay grows, stays within its bounds and never ends', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 1_000_000 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (attempt, chance) => {
        const ms = backOff(attempt, retry, () => chance);
        expect(ms).toBeGreaterThanOrEqual(250);
        expect(ms).toBeLessThanOrEqual(30_000);
        expect(backOff(attempt + 1, retry, () => chance)).toBeGreaterThanOrEqual(ms);
      },
    ),
  );
});
