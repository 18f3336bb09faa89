import { toGymInstant } from '@tanren/domain/gym-time';
import { expect, it } from 'vitest';
import { formatMoment, formatSlot, slotKey } from './slot-words.ts';

const slot = (from: number, to: number) => ({
  startsAt: toGymInstant('2026-12-31', from).toISOString(),
  endsAt: toGymInstant('2026-12-31', to).toISOString(),
});

it('a slot after midnight is told with the day it belongs to, a limit with its own', () => {
  const late = slot(25 * 60, 26 * 60);
  expect(formatSlot({ ...late, date: '2026-12-31' })).toBe('12月31日(木) 翌1:00〜2:00');
  expect(formatMoment(late.startsAt)).toBe('1月1日(金) 1:00');
});

it('one slot has one key, however its instant is written', () => {
  const key = slotKey(1, '2026-12-31T10:00:00.000Z');
  expect(slotKey(1, '2026-12-31T19:00:00+09:00')).toBe(key);
  expect(slotKey(2, '2026-12-31T10:00:00Z')).not.toBe(key);
});
