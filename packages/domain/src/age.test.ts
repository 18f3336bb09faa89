import { expect, test } from 'vitest';
import { ageOn } from './age.ts';

test.each([
  ['1990-04-01', '2026-03-31', 35],
  ['1990-04-01', '2026-04-01', 36],
  ['1990-12-31', '2026-01-01', 35],
  ['2026-04-01', '2026-04-01', 0],
  ['2004-02-29', '2026-02-28', 21],
  ['2004-02-29', '2026-03-01', 22],
  ['2004-02-29', '2028-02-29', 24],
])('born on %s, on %s one is %i', (birthDate, today, age) => {
  expect(ageOn(birthDate, today)).toBe(age);
});
