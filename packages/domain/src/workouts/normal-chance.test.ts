import { expect, it } from 'vitest';
import { normalChance, normalDensity, normalHazard } from './normal-chance.ts';

it.each([
  [0, 0.5],
  [1, 0.841344746],
  [-1, 0.158655254],
  [1.2815515655, 0.9],
  [-3, 0.001349898],
  [-8, 6.220960574e-16],
])('knows the chance of at most %d', (z, chance) => {
  expect(Math.abs(normalChance(z) / chance - 1)).toBeLessThan(2e-7);
});

it('is 0 and 1 at the ends and grows between them', () => {
  expect([normalChance(-1e9), normalChance(1e9)]).toEqual([0, 1]);
  const values = Array.from({ length: 400 }, (_, at) => normalChance(at / 10 - 20));
  expect(values).toEqual(values.toSorted((a, b) => a - b));
});

it('divides density by chance where both are nearly zero', () => {
  expect(normalHazard(0)).toBeCloseTo(normalDensity(0) / 0.5, 6);
  expect(normalHazard(-29.999)).toBeCloseTo(normalHazard(-30.001), 1);
  expect(normalHazard(-1e6)).toBeCloseTo(1e6, 3);
  expect(normalHazard(50)).toBe(0);
});
