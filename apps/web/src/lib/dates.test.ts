import { expect, it } from 'vitest';
import { formatGymClock, formatGymDate, formatShortGymDate, gymDayOf } from './dates.ts';

it.each([
  ['2024-12-03', '2024年12月03日(火)'],
  ['2022-03-29', '2022年3月29日(火)'],
  ['2024-02-29', '2024年2月29日(木)'],
])('writes %s as %s', (date, expected) => {
  expect(formatGymDate(date)).toBe(expected);
});

it('writes the day and the time of the gym, whatever the zone of the instant', () => {
  expect(formatShortGymDate('2024-12-03')).toBe('12月3日(火)');
  expect(gymDayOf('2024-12-02T15:05:00Z')).toBe('2024-12-03');
  expect(formatGymClock('2024-12-02T15:05:00Z')).toBe('0:05');
  expect(formatGymClock('2024-12-03T09:30:00Z')).toBe('18:30');
});
