import { expect, it } from 'vitest';
import { cleanDate, countDays, isPartOfDate } from './date-selects.tsx';

it.each([
  ['1990,4,1', '1990-04-01', false],
  [',,', '', false],
  ['1990,,', '1990-00-00', true],
  ['1990,4,', '1990-04-00', true],
  [',12,24', '0000-12-24', true],
  ['1990-04-01', '1990-04-01', false],
  ['', '', false],
])('reads the chosen parts %j as %j', (text, date, isPart) => {
  expect(cleanDate(text)).toBe(date);
  expect(isPartOfDate(date)).toBe(isPart);
});

it.each([
  [1999, 2, 28],
  [2000, 2, 29],
  [null, 2, 29],
  [2001, 4, 30],
  [null, null, 31],
])('the year %s and the month %s have %i days', (year, month, days) => {
  expect(countDays({ year, month })).toBe(days);
});
