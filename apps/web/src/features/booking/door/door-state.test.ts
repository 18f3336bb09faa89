import type { GymDoor } from '@tanren/contract/booking/gym-door';
import { describe, expect, test } from 'vitest';
import { getRefetchDelay, isNearDoor, nameDay, readDoorState } from './door-state.ts';

const evening = {
  date: '2026-11-20',
  startsAt: '2026-11-20T10:00:00.000Z',
  endsAt: '2026-11-20T11:00:00.000Z',
};
/** The slot at 0:30 on 21 November, which belongs to the gym day of 20 November. */
const night = {
  date: '2026-11-20',
  startsAt: '2026-11-20T15:30:00.000Z',
  endsAt: '2026-11-20T16:30:00.000Z',
};

test.each([
  [evening, '2026-11-18T12:00:00+09:00', 'later'],
  [evening, '2026-11-18T23:59:59+09:00', 'later'],
  [evening, '2026-11-19T00:00:00+09:00', 'tomorrow'],
  [evening, '2026-11-20T00:00:00+09:00', 'today'],
  [evening, '2026-11-20T19:30:00+09:00', 'today'],
  [night, '2026-11-19T23:59:00+09:00', 'tomorrow'],
  [night, '2026-11-20T23:00:00+09:00', 'today'],
  [night, '2026-11-21T00:10:00+09:00', 'today'],
])('describes the day of %o at %s as %s', (reservation, now, name) => {
  expect(nameDay(reservation, Date.parse(now))).toBe(name);
});

test('fetches the door from an hour before it opens', () => {
  expect(isNearDoor(evening, Date.parse('2026-11-20T17:44:59+09:00'))).toBe(false);
  expect(isNearDoor(evening, Date.parse('2026-11-20T17:45:00+09:00'))).toBe(true);
  expect(isNearDoor(evening, Date.parse('2026-11-20T19:59:00+09:00'))).toBe(true);
});

describe('door state', () => {
  const start = Date.parse('2026-11-15T09:45:00Z');
  const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();
  const codeFrom = (passcode: string, from: number, until: number) => ({
    passcode,
    validFrom: at(from),
    validUntil: at(until),
  });

  const open: GymDoor = {
    available: true,
    ...codeFrom('730164', 0, 60),
    upcoming: [codeFrom('000012', 60, 120), codeFrom('555555', 120, 150)],
    serverTime: at(12),
  };
  const early: GymDoor = {
    available: false,
    reason: 'too_early',
    validFrom: at(100),
    upcoming: [],
    serverTime: at(0),
  };
  const none: GymDoor = {
    available: false,
    reason: 'no_reservation',
    upcoming: [],
    serverTime: at(0),
  };

  test('shows one code after the other from the same answer until the reservation ends', () => {
    const shown = (seconds: number) => {
      const state = readDoorState(open, start + seconds * 1000);
      return state.kind === 'code' ? state.code.passcode : state.kind;
    };
    expect([12, 59.999, 60, 119, 120, 149.9].map(shown)).toEqual([
      '730164',
      '730164',
      '000012',
      '000012',
      '555555',
      '555555',
    ]);
    expect(shown(150)).toBe('ask_again');
    expect(shown(-5)).toBe('730164');
    expect(readDoorState(open, start)).toMatchObject({ kind: 'code', until: at(150) });
  });

  test('shows when the door opens, and then fetches again', () => {
    expect(readDoorState(early, start)).toEqual({ kind: 'too_early', from: at(100) });
    expect(readDoorState(early, start + 99_999)).toEqual({ kind: 'too_early', from: at(100) });
    expect(readDoorState(early, start + 100_000)).toEqual({ kind: 'ask_again' });
    expect(readDoorState(none, start)).toEqual({ kind: 'no_reservation' });
  });

  test('shows which right is missing when no membership covers the visit', () => {
    const rejected: GymDoor = { ...none, reason: 'membership_paused' };
    const state = { kind: 'refused', refusal: 'membership_paused' };
    expect(readDoorState(rejected, start)).toEqual(state);
    expect(getRefetchDelay(rejected, start)).toBe(5 * 60_000);
  });

  test('fetches seldom, and when the door opens or the codes have ended', () => {
    const seldom = 5 * 60_000;
    expect(getRefetchDelay(none, start)).toBe(seldom);
    expect(getRefetchDelay(open, start)).toBe(seldom);
    expect(getRefetchDelay(open, start + 150_000)).toBe(1000);
    expect(getRefetchDelay(early, start - 3_600_000)).toBe(seldom);
    expect(getRefetchDelay(early, start + 80_000)).toBe(20_000);
    expect(getRefetchDelay(early, start + 99_900)).toBe(1000);
    expect(getRefetchDelay(early, start + 101_000)).toBe(1000);
  });

  test('shows that codes have ended without a network, separately from the end of the visit', () => {
    const piece: GymDoor = { ...open, until: at(3600) };
    const state = { kind: 'code', until: at(3600), lastsUntil: at(150) };
    expect(readDoorState(piece, start)).toMatchObject(state);
  });

  test('asks before showing codes of a reservation that can be cancelled, and again afterwards', () => {
    const changeable: GymDoor = { ...none, reason: 'still_changeable', validFrom: at(100) };
    expect(readDoorState(changeable, start)).toEqual({ kind: 'changeable', until: at(100) });
    expect(getRefetchDelay(changeable, start)).toBe(100_001);
    expect(readDoorState(changeable, start + 100_001)).toEqual({ kind: 'ask_again' });
  });
});
