import { toGymInstant } from '@tanren/domain/gym-time';
import { expect, it } from 'vitest';
import { formatSlotTime } from './reservation-words.ts';

const slot = (from: number, to: number) => ({
  startsAt: toGymInstant('2026-12-31', from).toISOString(),
  endsAt: toGymInstant('2026-12-31', to).toISOString(),
});

it.each([
  [slot(6 * 60, 7 * 60), '6:00〜7:00'],
  [slot(22 * 60 + 15, 23 * 60 + 30), '22:15〜23:30'],
  [slot(23 * 60, 24 * 60), '23:00〜翌0:00'],
  [slot(23 * 60 + 30, 24 * 60 + 30), '23:30〜翌0:30'],
  [slot(24 * 60, 25 * 60), '翌0:00〜1:00'],
  [slot(25 * 60, 26 * 60), '翌1:00〜2:00'],
])('%o is %s', (times, text) => {
  expect(formatSlotTime(times, '2026-12-31')).toBe(text);
});
