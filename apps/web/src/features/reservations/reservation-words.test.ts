import type { ReservationSlot } from '@tanren/contract/training-reservations';
import { toGymInstant } from '@tanren/domain/gym-time';
import { describe, expect, it } from 'vitest';
import { formatRecentMoment } from '#lib/dates.ts';
import { ApiError, NetworkError } from '#lib/errors.ts';
import { problemText } from '#lib/refusals.ts';
import {
  describeSeats,
  describeRefusal,
  formatCountdown,
  formatSlot,
  readRefusal,
  slotKey,
  stateOf,
} from './reservation-words.ts';

const lateSlot = (from: number, to: number) => ({
  startsAt: toGymInstant('2026-12-31', from).toISOString(),
  endsAt: toGymInstant('2026-12-31', to).toISOString(),
});

it('a slot after midnight is told with the day it belongs to, a limit with its own', () => {
  const late = lateSlot(25 * 60, 26 * 60);
  expect(formatSlot({ ...late, date: '2026-12-31' })).toBe('12月31日(木) 翌1:00〜2:00');
  expect(formatRecentMoment(late.startsAt)).toBe('1月1日(金) 1:00');
});

it('one slot has one key, however its instant is written', () => {
  const key = slotKey(1, '2026-12-31T10:00:00.000Z');
  expect(slotKey(1, '2026-12-31T19:00:00+09:00')).toBe(key);
  expect(slotKey(2, '2026-12-31T10:00:00Z')).not.toBe(key);
});

describe('slot state', () => {
  const slot = (others: Partial<ReservationSlot>): ReservationSlot => ({
    startsAt: '2026-11-20T10:00:00.000Z',
    endsAt: '2026-11-20T11:00:00.000Z',
    capacity: 12,
    remaining: 5,
    mine: false,
    reservationId: null,
    waiting: 0,
    myWait: null,
    ...others,
  });
  const wait = { waitId: 1, position: 2, offeredUntil: null };
  const offer = { ...wait, offeredUntil: '2026-11-20T09:00:00.000Z' };

  it.each([
    ['free', slot({})],
    ['full', slot({ remaining: 0 })],
    ['waiting', slot({ remaining: 0, myWait: wait })],
    ['offered', slot({ remaining: 0, myWait: offer })],
    // What remains is free to anybody: seats for those who wait are not among it.
    ['free', slot({ remaining: 1, myWait: wait })],
    ['mine', slot({ mine: true, remaining: 0, reservationId: 3 })],
  ] as const)('%s', (state, given) => {
    expect(stateOf(given)).toBe(state);
  });

  it.each([
    [slot({}), '残り5名'],
    [slot({ remaining: 3 }), '残り3名'],
    [slot({ remaining: 2 }), '残りわずか（あと2名）'],
    [slot({ capacity: 3, remaining: 1 }), '残りわずか（あと1名）'],
    [slot({ capacity: 1, remaining: 1 }), '残り1名'],
    [slot({ remaining: 0 }), '満席'],
    [slot({ remaining: 0, waiting: 3 }), '満席・3人待ち'],
  ])('places in words %#', (given, words) => {
    expect(describeSeats(given)).toBe(words);
  });

  it('counts an offer down, between nothing and all of it', () => {
    const until = '2026-11-20T10:00:00.000Z';
    const at = Date.parse(until);
    const show = (left: number) => formatCountdown(until, at - left, 600_000);
    expect(show(572_000)).toBe('9:32');
    expect(show(59_001)).toBe('1:00');
    expect(show(5_000)).toBe('0:05');
    expect(show(-90_000)).toBe('0:00');
    expect(show(3_600_000)).toBe('10:00');
  });
});

const problem = {
  type: 'about:blank',
  title: '',
  status: 409,
  code: 'slot_full',
  requestId: 'x',
} as const;

it('a refusal is told by its code, a failure as every failure', () => {
  expect(readRefusal(new ApiError(409, problem))).toBe('slot_full');
  expect(readRefusal(new ApiError(500, { ...problem, code: 'internal_error' }))).toBeNull();
  expect(readRefusal(new ApiError(404, null))).toBeNull();
  expect(readRefusal(new NetworkError('Network Error'))).toBeNull();
});

it('in words that fit what was tried', () => {
  expect(describeRefusal('reserve', 'limit_reached')).toContain('予約は同時に4件まで');
  expect(describeRefusal('wait', 'limit_reached')).toContain('キャンセル待ちは同時に4件まで');
  for (const code of ['in_past', 'closed', 'too_far_ahead', 'slot_available'] as const) {
    expect(describeRefusal('reserve', code)).toBe(problemText[code]);
  }
});
