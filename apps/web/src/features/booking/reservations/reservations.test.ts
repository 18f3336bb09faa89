import type {
  ReservationSlot,
  TrainingReservation,
} from '@tanren/contract/booking/training-reservations';
import { toGymInstant } from '@tanren/domain/gyms/gym-time';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { formatMoment } from '#lib/dates.ts';
import { ApiError, NetworkError } from '#lib/errors.ts';
import { myReservationsQuery } from '#entities/booking/reservations.queries.ts';
import { problemText } from '#lib/rejections.ts';
import {
  chooseDay,
  findNearestSlots,
  findOpenDay,
  findSameTimeNextDay,
  groupByPartOfDay,
  listReservableDays,
} from './reservable-slots.ts';
import {
  describeRejection,
  describeSeats,
  formatCountdown,
  formatSlot,
  readRejection,
  seeSlot,
  slotKey,
  stateOf,
} from './reservation-words.ts';
import { omitSearch, readReservationsSearch } from './reservations-search.ts';
import { isShownAsMine, showReleased, showReserved, slotsQuery } from './reservations.queries.ts';

it('keeps valid choices', () => {
  const search = { gym: 2, date: '2028-02-29', view: 'mine', trainingSessionId: 5, move: 2 ** 31 };
  expect(readReservationsSearch(search)).toEqual(search);
});

it.each([
  { gym: 0 },
  { gym: 'x' },
  { gym: 99_999_999_999 },
  { date: '2027-02-29' },
  { date: 20_270_228 },
  { view: 'others' },
  { trainingSessionId: -1 },
  { move: 1.5 },
  { other: 1 },
])('ignores invalid values: %o', (search) => {
  expect(readReservationsSearch(search)).toEqual({});
});

it('removes values that are no longer requested', () => {
  expect(omitSearch({ gym: 1, move: 2, view: 'mine' }, 'move', 'view')).toEqual({ gym: 1 });
});

const until26 = { opensMinute: 6 * 60, closesMinute: 26 * 60 };
/** Weekly hours with a closed day on Tuesday. 2026-11-17 is a Tuesday. */
const weekly = [until26, until26, null, until26, until26, until26, until26];
const rules = {
  hours: {
    weekly,
    specialDays: [{ date: '2026-11-18', hours: null, note: '設備点検' }],
  },
  slotMinutes: 60,
  reservableDays: 28,
};
const at = (day: string, minutes: number) => toGymInstant(day, minutes).getTime();
const list = (now: number) => listReservableDays(rules, now);

it('lists 28 days from today, with closed days and notes marked', () => {
  const days = list(at('2026-11-16', 12 * 60 + 30));
  expect(days).toHaveLength(28);
  expect(days.slice(0, 3)).toEqual([
    { date: '2026-11-16', closed: false, note: '', slotCount: 13 },
    { date: '2026-11-17', closed: true, note: '', slotCount: 0 },
    { date: '2026-11-18', closed: true, note: '設備点検', slotCount: 0 },
  ]);
  expect(days.at(-1)?.date).toBe('2026-12-13');
});

it('lists the evening that goes on first after midnight, until its last slot has begun', () => {
  expect(list(at('2026-11-17', 30))[0]).toMatchObject({ date: '2026-11-16', slotCount: 1 });
  expect(list(at('2026-11-17', 60))[0]?.date).toBe('2026-11-17');
});

it('chooses the first day with free slots', () => {
  expect(chooseDay(list(at('2026-11-16', 12 * 60)), undefined)?.date).toBe('2026-11-16');
  expect(chooseDay(list(at('2026-11-17', 12 * 60)), undefined)?.date).toBe('2026-11-19');
});

it('chooses the requested day if it is listed, also a closed one', () => {
  const days = list(at('2026-11-16', 12 * 60));
  expect(chooseDay(days, '2026-11-17')?.date).toBe('2026-11-17');
  expect(chooseDay(days, '2026-11-15')?.date).toBe('2026-11-16');
  expect(chooseDay(days, '2026-12-14')?.date).toBe('2026-11-16');
  expect(findOpenDay(days, '2026-11-16')?.date).toBe('2026-11-19');
});

it('lists days for a gym without hours', () => {
  const none = { ...rules, hours: { weekly: weekly.map(() => null), specialDays: [] } };
  const days = listReservableDays(none, at('2026-11-16', 0));
  expect(chooseDay(days, undefined)?.date).toBe('2026-11-16');
  expect(findOpenDay(days)).toBeUndefined();
});

const iso = (hour: number, day = '2026-11-20') => toGymInstant(day, hour * 60).toISOString();

const slotWith = (hour: number, remaining: number, others: Partial<ReservationSlot> = {}) => ({
  startsAt: iso(hour),
  endsAt: iso(hour + 1),
  capacity: 10,
  remaining,
  mine: false,
  reservationId: null,
  waiting: 0,
  myWait: null,
  refusal: null,
  ...others,
});

const hours = (slots: readonly ReservationSlot[]) =>
  slots.map(({ startsAt }) => (Date.parse(startsAt) - Date.parse(iso(0))) / 3_600_000);
const early = Date.parse(iso(5));

it('proposes the nearest free slots on both sides, without full, rejected and own ones', () => {
  const slots = [
    slotWith(16, 2),
    slotWith(17, 0),
    slotWith(18, 1, { mine: true }),
    slotWith(19, 0),
    slotWith(20, 4, { refusal: 'outside_plan_hours' }),
    slotWith(21, 4),
  ];
  expect(hours(findNearestSlots(slots, iso(19), early))).toEqual([16, 21]);
});

it('proposes only future and existing slots', () => {
  const slots = [slotWith(17, 2), slotWith(18, 0), slotWith(24, 1)];
  expect(hours(findNearestSlots(slots, iso(18), Date.parse(iso(17.5))))).toEqual([24]);
  expect(findNearestSlots([slotWith(18, 0)], iso(18), early)).toEqual([]);
});

it('proposes the same time on the next day, or within an hour of it', () => {
  const nextDay = (hour: number, remaining: number) => slotWith(hour + 24, remaining);
  expect(
    hours([
      findSameTimeNextDay([nextDay(18, 1), nextDay(19, 1)], iso(19), early) ?? slotWith(0, 0),
    ]),
  ).toEqual([43]);
  expect(
    hours([findSameTimeNextDay([nextDay(18.75, 1)], iso(19), early) ?? slotWith(0, 0)]),
  ).toEqual([42.75]);
  expect(
    findSameTimeNextDay([nextDay(18, 3), nextDay(19, 0), nextDay(20, 3)], iso(19), early),
  ).toBeNull();
});

it('groups slots by the part of the day in which they begin, night past midnight', () => {
  const slots = [4.5, 5, 11.5, 12, 17.5, 18, 23.5, 25].map((hour) => slotWith(hour, 1));
  const groups = groupByPartOfDay(slots, '2026-11-20');
  expect(groups.map((group) => [group.name, hours(group.slots)])).toEqual([
    ['深夜', [4.5]],
    ['朝', [5, 11.5]],
    ['昼', [12]],
    ['夕方', [17.5]],
    ['夜', [18, 23.5, 25]],
  ]);
  expect(groupByPartOfDay([slotWith(20, 0)], '2026-11-20').map(({ name }) => name)).toEqual(['夜']);
});

describe('cached reservations', () => {
  const slot = (hour: number, others: Partial<ReservationSlot> = {}): ReservationSlot => ({
    startsAt: `2026-11-20T${hour}:00:00.000Z`,
    endsAt: `2026-11-20T${hour + 1}:00:00.000Z`,
    capacity: 5,
    remaining: 3,
    mine: false,
    reservationId: null,
    waiting: 0,
    myWait: null,
    refusal: null,
    ...others,
  });
  const reservation = (id: number, hour: number): TrainingReservation => ({
    id,
    gymId: 1,
    gymName: 'TANREN 神田',
    date: '2026-11-20',
    // The instant is written in another format than the slot's on purpose: only the instant counts.
    startsAt: `2026-11-20T${hour}:00:00Z`,
    endsAt: `2026-11-20T${hour + 1}:00:00Z`,
    trainingSession: null,
    changeableUntil: '2026-11-20T08:00:00Z',
    status: 'reserved',
    gymCancelReason: null,
  });

  const { queryKey } = slotsQuery(1, '2026-11-20');
  let queryClient: QueryClient;
  const shown = () => queryClient.getQueryData(queryKey) ?? [];
  const mine = () => queryClient.getQueryData(myReservationsQuery.queryKey)?.map(({ id }) => id);

  beforeEach(() => {
    queryClient = new QueryClient();
    queryClient.setQueryData(queryKey, [slot(10), slot(11), slot(12)]);
  });

  it('a new reservation is added to its slot and to the own list, in order', () => {
    queryClient.setQueryData(myReservationsQuery.queryKey, [
      reservation(3, 10),
      reservation(4, 12),
    ]);
    showReserved(queryClient, reservation(5, 11));
    expect(shown()[1]).toEqual(slot(11, { mine: true, reservationId: 5, remaining: 2 }));
    expect(shown()[0]).toEqual(slot(10));
    expect(mine()).toEqual([3, 5, 4]);
    expect(isShownAsMine(queryClient, reservation(5, 11))).toBe(true);
    expect(isShownAsMine(queryClient, reservation(5, 12))).toBe(false);
  });

  it('an offered seat was not counted as free', () => {
    const myWait = { waitId: 1, position: 1, offeredUntil: '2026-11-20T08:00:00Z' };
    queryClient.setQueryData(queryKey, [slot(10, { remaining: 0, myWait })]);
    showReserved(queryClient, reservation(5, 10));
    expect(shown()).toEqual([slot(10, { remaining: 0, mine: true, reservationId: 5 })]);
  });

  it('a cancelled one frees a seat, unless another member waits for it', () => {
    const own = { mine: true, reservationId: 5, remaining: 0 };
    queryClient.setQueryData(queryKey, [slot(10, own), slot(11, { ...own, waiting: 2 })]);
    queryClient.setQueryData(myReservationsQuery.queryKey, [reservation(5, 10)]);
    showReleased(queryClient, reservation(5, 10));
    showReleased(queryClient, reservation(5, 11));
    expect(shown().map(({ remaining, mine: own2 }) => [remaining, own2])).toEqual([
      [1, false],
      [0, false],
    ]);
    expect(mine()).toEqual([]);
  });

  it('leaves lists that are not cached alone', () => {
    showReserved(queryClient, { ...reservation(5, 10), gymId: 2 });
    expect(mine()).toBeUndefined();
    expect(queryClient.getQueryData(slotsQuery(2, '2026-11-20').queryKey)).toBeUndefined();
  });
});

const lateSlot = (from: number, to: number) => ({
  startsAt: toGymInstant('2026-12-31', from).toISOString(),
  endsAt: toGymInstant('2026-12-31', to).toISOString(),
});

it('names a slot after midnight with its gym day, and a limit with its own day', () => {
  const late = lateSlot(25 * 60, 26 * 60);
  vi.setSystemTime('2026-12-20T00:00:00Z');
  expect(formatSlot({ ...late, date: '2026-12-31' })).toBe('12月31日(木) 翌1:00〜2:00');
  expect(formatMoment(late.startsAt)).toBe('2027年1月1日(金) 1:00');
  vi.useRealTimers();
});

it('one slot has one key, whatever the notation of its instant', () => {
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
    refusal: null,
    ...others,
  });
  const wait = { waitId: 1, position: 2, offeredUntil: null };
  const offer = { ...wait, offeredUntil: '2026-11-20T09:00:00.000Z' };

  it.each([
    ['free', slot({})],
    ['full', slot({ remaining: 0 })],
    ['waiting', slot({ remaining: 0, myWait: wait })],
    ['offered', slot({ remaining: 0, myWait: offer })],
    // `remaining` excludes the seats held for waiting members, so a positive number is free to any
    // member.
    ['free', slot({ remaining: 1, myWait: wait })],
    ['mine', slot({ mine: true, remaining: 0, reservationId: 3 })],
    ['refused', slot({ refusal: 'outside_plan_hours' })],
    ['refused', slot({ refusal: 'outside_plan_hours', remaining: 0 })],
    // A waiting member can leave the list, and only the server decides about an offer.
    ['waiting', slot({ refusal: 'monthly_limit', remaining: 0, myWait: wait })],
    ['offered', slot({ refusal: 'monthly_limit', remaining: 0, myWait: offer })],
  ] as const)('%s', (state, given) => {
    expect(stateOf(given)).toBe(state);
  });

  it.each([
    ['monthly_limit', '2026-11-02', null],
    ['monthly_limit', '2026-12-02', 'monthly_limit'],
    ['outside_plan_hours', '2026-11-02', 'outside_plan_hours'],
  ] as const)('a move from %s in the month of %s is rejected by %s', (refusal, date, seen) => {
    expect(seeSlot(slot({ refusal }), '2026-11-20', { date }).refusal).toBe(seen);
    expect(seeSlot(slot({ refusal }), '2026-11-20', null).refusal).toBe(refusal);
  });

  it.each([
    [slot({}), '空き5'],
    [slot({ remaining: 3 }), '空き3'],
    [slot({ remaining: 2 }), '残り2'],
    [slot({ capacity: 3, remaining: 1 }), '残り1'],
    [slot({ capacity: 1, remaining: 1 }), '空き1'],
    [slot({ remaining: 0 }), '満席'],
    [slot({ remaining: 0, waiting: 3 }), '満席・3人待ち'],
  ])('formats free seats %#', (given, words) => {
    expect(describeSeats(given)).toBe(words);
  });

  it('counts an offer down between zero and its whole time', () => {
    const until = '2026-11-20T10:00:00.000Z';
    const end = Date.parse(until);
    const show = (left: number) => formatCountdown(until, end - left, 600_000);
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

it('explains a rejection by its code, and a failure like every failure', () => {
  expect(readRejection(new ApiError(409, problem))).toBe('slot_full');
  expect(readRejection(new ApiError(500, { ...problem, code: 'internal_error' }))).toBeNull();
  expect(readRejection(new ApiError(404, null))).toBeNull();
  expect(readRejection(new NetworkError('Network Error'))).toBeNull();
});

it('uses words that match the attempted action', () => {
  expect(describeRejection('reserve', 'limit_reached')).toContain('予約は同時に4件まで');
  expect(describeRejection('wait', 'limit_reached')).toContain('キャンセル待ちは同時に4件まで');
  for (const code of ['in_past', 'closed', 'too_far_ahead', 'slot_available'] as const) {
    expect(describeRejection('reserve', code)).toBe(problemText[code]);
  }
});
