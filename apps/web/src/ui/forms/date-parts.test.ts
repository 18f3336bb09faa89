import { expect, it } from 'vitest';
import { cleanDate, isPartOfDate } from './date-parts.tsx';

it.each([
  ['1990,4,1', '1990-04-01', false],
  ['１９９０年, ４,01', '1990-04-01', false],
  [',,', '', false],
  ['1990,,', '1990-00-00', true],
  ['1990,4,', '1990-04-00', true],
  [',12,24', '0000-12-24', true],
  ['1990-04-01', '1990-04-01', false],
  ['', '', false],
])('reads the typed parts %j as %j', (text, date, isPart) => {
  expect(cleanDate(text)).toBe(date);
  expect(isPartOfDate(date)).toBe(isPart);
});
