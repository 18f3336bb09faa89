import { expect, it } from 'vitest';
import { formatGymDate } from './dates.ts';

it.each([
  ['2024-12-03', '2024年12月03日(火)'],
  ['2022-03-29', '2022年3月29日(火)'],
  ['2024-02-29', '2024年2月29日(木)'],
])('writes %s as %s', (date, expected) => {
  expect(formatGymDate(date)).toBe(expected);
});
