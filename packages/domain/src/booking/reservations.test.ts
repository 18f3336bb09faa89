import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toGymInstant } from '#gyms/gym-time.ts';
import { startMembership } from '#memberships/memberships.ts';
import {
  changeableUntil,
  chooseNextOffers,
  countOpenSeats,
  decideBooking,
  hasBegun,
  isChangeable,
  isFull,
  isPastDeadline,
  lastReservableDay,
  listSlots,
  offerExpiresAt,
  offerMs,
  validateBooking,
  reservableDays,
  undoMs,
} from './reservations.ts';
import { unlimitedPlan } from '#testing/plans.ts';

const day = '2026-05-01';

function list(opensMinute: number, closesMinute: number, slotMinutes: number) {
  const open = {
    opensAt: toGymInstant(day, opensMinute),
    closesAt: toGymInstant(day, closesMinute),
  };
  return listSlots(open, slotMinutes);
}

const starts = (...slot: [number, number, number]) =>
  list(...slot).map(({ startsAt }) => startsAt.toISOString());

describe('slots', () => {
  it('fill the day to the last minute', () => {
    const slots = list(6 * 60, 26 * 60, 60);
    expect(slots).toHaveLength(20);
    expect(slots.at(-1)).toEqual({
      startsAt: new Date('2026-05-01T16:00:00Z'),
      endsAt: new Date('2026-05-01T17:00:00Z'),
    });
  });

  it('leave out a remainder that is too short for a slot', () => {
    expect(starts(7 * 60, 10 * 60, 75)).toEqual([
      '2026-04-30T22:00:00.000Z',
      '2026-04-30T23:15:00.000Z',
    ]);
    expect(starts(7 * 60, 7 * 60 + 74, 75)).toEqual([]);
    expect(starts(7 * 60, 7 * 60 + 75, 75)).toHaveLength(1);
  });

  it('are empty when the gym is closed, or would close before it opens', () => {
    expect(listSlots(null, 60)).toEqual([]);
    expect(starts(600, 600, 60)).toEqual([]);
    expect(starts(600, 300, 60)).toEqual([]);
  });

  it('are adjacent, equally long and within the hours', () => {
    const minute = fc.integer({ min: 0, max: 2880 });
    fc.assert(
      fc.property(minute, minute, fc.integer({ min: 5, max: 1440 }), (a, b, slotMinutes) => {
        const [opens, closes] = [Math.min(a, b), Math.max(a, b)];
        const slots = list(opens, closes, slotMinutes);
        const edges = slots.map(({ startsAt }) => startsAt.getTime());
        const ends = slots.map(({ endsAt }) => endsAt.getTime());
        const first = toGymInstant(day, opens).getTime();
        const slotMs = slotMinutes * 60_000;
        expect(edges).toEqual(slots.map((_, index) => first + index * slotMs));
        expect(ends).toEqual(edges.map((edge) => edge + slotMs));
        const rest = toGymInstant(day, closes).getTime() - (ends.at(-1) ?? first);
        expect(rest).toBeGreaterThanOrEqual(0);
        expect(rest).toBeLessThan(slotMs);
      }),
    );
  });
});

const startsAt = new Date('2026-05-01T10:00:00Z');
const endsAt = new Date('2026-05-01T11:00:00Z');
const minute = 60_000;
const before = (minutes: number) => new Date(startsAt.getTime() - minutes * minute);

describe('a reservation can be changed', () => {
  const until = (createdMinutesBefore: number, deadlineMinutes: number) =>
    changeableUntil(
      { startsAt, endsAt, createdAt: before(createdMinutesBefore), codesShownAt: null },
      deadlineMinutes,
    );

  it.each([
    ['made in good time: until the deadline', 600, 120, 120],
    ['made just before it: for five minutes', 123, 120, 118],
    ['made five minutes before it: until the deadline', 125, 120, 120],
    ['made after it: for five minutes', 30, 120, 25],
    ['made shortly before the start: until the start', 3, 120, 0],
    ['without a deadline: until the start', 600, 0, 0],
    ['a deadline of a week, made a day before: for five minutes', 1440, 10_080, 1435],
  ])('%s', (_, madeBefore, deadline, untilBefore) => {
    expect(until(madeBefore, deadline)).toEqual(before(untilBefore));
  });

  it.each([
    ['codes shown before the deadline end it', 20, 1200],
    ['codes shown after the deadline change nothing', 3, 600],
  ])('%s', (_, shownBefore, secondsBefore) => {
    const made = { startsAt, endsAt, createdAt: before(600), codesShownAt: before(shownBefore) };
    const end = changeableUntil(made, 10);
    expect(Math.floor((startsAt.getTime() - end.getTime()) / 1000)).toBe(secondsBefore);
  });

  it('never after its start, and at least for five minutes or until then', () => {
    const minutes = fc.integer({ min: 0, max: 40_320 });
    fc.assert(
      fc.property(minutes, fc.integer({ min: 0, max: 10_080 }), (madeBefore, deadline) => {
        const end = until(madeBefore, deadline).getTime();
        const undoEnd = before(madeBefore).getTime() + undoMs;
        expect(end).toBeLessThanOrEqual(startsAt.getTime());
        expect(end).toBeGreaterThanOrEqual(Math.min(undoEnd, startsAt.getTime()));
        expect(end).toBeGreaterThanOrEqual(before(deadline).getTime());
        expect([undoEnd, startsAt.getTime(), before(deadline).getTime()]).toContain(end);
      }),
    );
  });
});

describe('an offer', () => {
  it('lasts ten minutes, and never into the slot', () => {
    expect(offerMs).toBe(10 * minute);
    expect(offerExpiresAt({ startsAt }, before(60))).toEqual(before(50));
    expect(offerExpiresAt({ startsAt }, before(10))).toEqual(startsAt);
    expect(offerExpiresAt({ startsAt }, before(4))).toEqual(startsAt);
  });
});

describe('new offers', () => {
  it('are as many as free seats', () => {
    expect(countOpenSeats({ capacity: 12, reserved: 9, offered: 1 })).toBe(2);
    expect(countOpenSeats({ capacity: 12, reserved: 11, offered: 1 })).toBe(0);
  });

  it('are none when the capacity was lowered below the taken seats', () => {
    expect(countOpenSeats({ capacity: 8, reserved: 12, offered: 0 })).toBe(0);
  });

  it('never bring a slot above its capacity', () => {
    const count = fc.nat({ max: 1000 });
    fc.assert(
      fc.property(count, count, count, (capacity, reserved, offered) => {
        const more = countOpenSeats({ capacity, reserved, offered });
        expect(more).toBeGreaterThanOrEqual(0);
        const held = reserved + offered;
        expect(held + more).toBe(Math.max(capacity, held));
      }),
    );
  });
});

/** Membership that allows every visit to the first gym. */
const memberships = [
  {
    membershipId: 1,
    terms: startMembership(1, '2026-01-01'),
    plans: [unlimitedPlan],
    visits: {},
  },
];

describe('a slot can be booked', () => {
  const slot = { gymId: 1, gymDay: day, startsAt, endsAt };
  const from = (minutesBefore: number, minutes: number) => ({
    startsAt: before(minutesBefore),
    endsAt: before(minutesBefore - minutes),
  });

  it.each([
    ['with nothing ahead', [], null],
    ['right after another', [from(60, 60)], null],
    ['right before another', [from(-60, 60)], null],
    ['not while one is elsewhere', [from(59, 60)], 'overlap'],
    ['not inside a longer one', [from(60, 240)], 'overlap'],
    ['with three ahead', [from(600, 60), from(500, 60), from(400, 60)], null],
    ['not with four', [600, 500, 400, 300].map((minutes) => from(minutes, 60)), 'limit_reached'],
  ])('%s', (_, ahead, obstacle) => {
    expect(validateBooking({ ahead, memberships }, slot)).toBe(obstacle);
  });

  it('only by a membership that covers it, whatever other reason there is', () => {
    const [membership] = memberships;
    expect(decideBooking({ ahead: [], memberships }, slot)).toEqual({ membership });
    expect(validateBooking({ ahead: [slot], memberships: [] }, slot)).toBe('no_membership');
    expect(validateBooking({ ahead: [], memberships }, { ...slot, gymId: 2 })).toBe(
      'gym_not_covered',
    );
  });
});

describe('the time of a slot', () => {
  it('begins with its first moment', () => {
    expect(hasBegun({ startsAt }, new Date(startsAt.getTime() - 1))).toBe(false);
    expect(hasBegun({ startsAt }, startsAt)).toBe(true);
  });

  it('can be reserved on as many days as the gym allows, including today', () => {
    const beforeMidnight = new Date('2026-05-01T14:59:59Z');
    expect(lastReservableDay(beforeMidnight, 1)).toBe('2026-05-01');
    expect(lastReservableDay(new Date('2026-05-01T15:00:00Z'), 1)).toBe('2026-05-02');
    expect(lastReservableDay(beforeMidnight)).toBe(`2026-05-${reservableDays}`);
  });
});

describe('free seats are offered', () => {
  const wait = (id: string) => ({ id, gymId: 1, gymDay: day, startsAt, endsAt });
  const choose = (open: number, busy: readonly string[], ...ids: string[]) =>
    chooseNextOffers({ capacity: open, reserved: 0, offered: 0 }, ids.map(wait), ({ id }) => ({
      ahead: busy.includes(id) ? [{ startsAt, endsAt }] : [],
      memberships: id === 'stranger' ? [] : memberships,
    })).map(({ id }) => id);

  it('to as many waiters as there are seats, in order', () => {
    expect(choose(2, [], 'a', 'b', 'c')).toEqual(['a', 'b']);
    expect(choose(0, [], 'a')).toEqual([]);
  });

  it('skipping those who could not book the slot', () => {
    expect(choose(1, ['a'], 'a', 'b', 'c')).toEqual(['b']);
    expect(choose(2, ['a', 'b'], 'a', 'b')).toEqual([]);
    expect(choose(1, [], 'stranger', 'b')).toEqual(['b']);
  });
});

it('a slot is full when the seats of others fill it', () => {
  const slot = { capacity: 3, reserved: 2, offered: 1 };
  expect(isFull({ ...slot, ownOffers: 0 })).toBe(true);
  expect(isFull({ ...slot, ownOffers: 1 })).toBe(false);
  expect(isFull({ ...slot, reserved: 1, ownOffers: 0 })).toBe(false);
  expect(isFull({ ...slot, reserved: 4, ownOffers: 1 })).toBe(true);
});

it('a reservation can be changed up to and including its last moment', () => {
  const until = new Date('2026-05-01T10:00:00Z');
  expect(isChangeable(until, until)).toBe(true);
  expect(isChangeable(until, new Date(until.getTime() + 1))).toBe(false);
});

it.each([
  [121, 120, false],
  [120, 120, false],
  [119, 120, true],
  [1, 0, false],
])('%i minutes before the start, a deadline of %i is past: %s', (minutes, deadline, past) => {
  expect(isPastDeadline({ startsAt }, deadline, before(minutes))).toBe(past);
});
