import type { ReservationSlot, TrainingReservation } from '@tanren/contract/training-reservations';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import {
  isShownAsMine,
  myReservationsQuery,
  showReleased,
  showReserved,
  slotsQuery,
} from './reservations.queries.ts';

const slot = (hour: number, others: Partial<ReservationSlot> = {}): ReservationSlot => ({
  startsAt: `2026-11-20T${hour}:00:00.000Z`,
  endsAt: `2026-11-20T${hour + 1}:00:00.000Z`,
  capacity: 5,
  remaining: 3,
  mine: false,
  reservationId: null,
  waiting: 0,
  myWait: null,
  ...others,
});
const reservation = (id: number, hour: number): TrainingReservation => ({
  id,
  gymId: 1,
  gymName: 'TANREN 神田',
  date: '2026-11-20',
  // Written otherwise than the slot's: it is the instant that counts.
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

it('a new reservation shows in its slot and among one’s own, in their order', () => {
  queryClient.setQueryData(myReservationsQuery.queryKey, [reservation(3, 10), reservation(4, 12)]);
  showReserved(queryClient, reservation(5, 11));
  expect(shown()[1]).toEqual(slot(11, { mine: true, reservationId: 5, remaining: 2 }));
  expect(shown()[0]).toEqual(slot(10));
  expect(mine()).toEqual([3, 5, 4]);
  expect(isShownAsMine(queryClient, reservation(5, 11))).toBe(true);
  expect(isShownAsMine(queryClient, reservation(5, 12))).toBe(false);
});

it('an offered place was not among those left', () => {
  const myWait = { waitId: 1, position: 1, offeredUntil: '2026-11-20T08:00:00Z' };
  queryClient.setQueryData(queryKey, [slot(10, { remaining: 0, myWait })]);
  showReserved(queryClient, reservation(5, 10));
  expect(shown()).toEqual([slot(10, { remaining: 0, mine: true, reservationId: 5 })]);
});

it('what is given back is one more left, unless somebody waits for it', () => {
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

it('lists that are not there stay so', () => {
  showReserved(queryClient, { ...reservation(5, 10), gymId: 2 });
  expect(mine()).toBeUndefined();
  expect(queryClient.getQueryData(slotsQuery(2, '2026-11-20').queryKey)).toBeUndefined();
});
