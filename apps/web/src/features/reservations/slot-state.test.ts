import type { ReservationSlot } from '@tanren/contract/training-reservations';
import { expect, it } from 'vitest';
import { describePlaces, formatCountdown, stateOf } from './slot-state.ts';

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
  // A place that came free for somebody else: one's own turn is still to come.
  ['waiting', slot({ remaining: 1, myWait: wait })],
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
  expect(describePlaces(given)).toBe(words);
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
