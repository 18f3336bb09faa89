import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toGymDay, toGymTime } from './gym-day.ts';

it('changes at midnight in Tokyo', () => {
  expect(toGymDay(new Date('2025-08-15T14:59:59.999Z'))).toBe('2025-08-15');
  expect(toGymDay(new Date('2025-08-15T15:00:00Z'))).toBe('2025-08-16');
  expect(toGymTime(new Date('2025-08-15T15:00:07.9Z'))).toBe('2025-08-16 00:00:07');
});

it('agrees with the calendar of Asia/Tokyo', () => {
  const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo', dateStyle: 'short' });
  const instants = fc.date({
    min: new Date('1970-01-01'),
    max: new Date('2100-01-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(instants, (instant) => {
      expect(toGymDay(instant)).toBe(calendar.format(instant));
    }),
  );
});
