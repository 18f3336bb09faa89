import { expect, test } from 'vitest';
import { includedTax } from './included-tax.ts';

test.each([
  [8800, 10, 800],
  [1980, 10, 180],
  [9999, 10, 909],
  [108, 8, 8],
  [107, 8, 7],
  [0, 10, 0],
  [1000, 0, 0],
  [10, 10, 0],
  [11, 10, 1],
])('the tax in %d yen at %d percent is %d', (price, rate, tax) => {
  expect(includedTax(price, rate)).toBe(tax);
});
