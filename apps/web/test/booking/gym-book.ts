import {
  getGym,
  getWeeklyHours,
  listGyms,
  listSubscriptionPlans,
  type WeeklyHours,
} from '@tanren/contract/gyms/gyms';
import { listMyMemberships, type MyMemberships } from '@tanren/contract/memberships/memberships';
import {
  cancelReservation,
  createReservation,
  getMyReservation,
  joinWaitingList,
  leaveWaitingList,
  listMyReservations,
  listMyWaits,
  listReservationDays,
  listReservationSlots,
  moveReservation,
  type ReservationSlot,
  type ReservationWait,
  type TrainingReservation,
} from '@tanren/contract/booking/training-reservations';
import { addDays, toGymDay, toGymInstant } from '@tanren/domain/gyms/gym-time';
import type { MembershipRejection } from '@tanren/domain/memberships/memberships';
import { offerMs } from '@tanren/domain/booking/reservations';
import { page } from 'vitest/browser';
import { sampleGym } from '#test/samples/gyms.ts';
import { dayPlan, sampleMembership, samplePlan } from '#test/samples/memberships.ts';
import { answer, listCalls, rejectWith } from '#test/support/answers.ts';
import { renderPage } from '#test/support/render.tsx';

export const gymId = 1;
export const dayAhead = (days: number) => addDays(toGymDay(new Date()), days);
export const tomorrow = () => dayAhead(1);

interface GymBookOptions {
  readonly capacity?: number;
  readonly slotMinutes?: number;
  /** Opening and closing hour. Hours above 24 are the next morning. */
  readonly opens?: number;
  readonly closes?: number;
  readonly specialDays?: WeeklyHours['specialDays'];
  /** Title of every session that a reservation has. */
  readonly menuTitle?: string;
  /** The member's memberships, by default one without limits. */
  readonly mine?: () => MyMemberships;
  /** Returns why no membership allows a slot of that hour. All slots are allowed by default. */
  readonly rejectHour?: (hour: number, date: string) => MembershipRejection | null;
}

const toInstant = (value: string | number) => new Date(value).toISOString();

/** Opens a gym that stores its reservations in memory and answers the calls about them. */
export function openGymBook(options: GymBookOptions = {}) {
  const { capacity = 5, slotMinutes = 60, opens = 8, closes = 21, specialDays = [] } = options;
  const { menuTitle = '脚の日', rejectHour = () => null } = options;
  const { mine: readMine = () => ({ memberships: [sampleMembership()], requests: [] }) } = options;
  const gym = { ...sampleGym, capacity, slotMinutes };
  const others = new Map<string, number>();
  const queues = new Map<string, number>();
  const past: TrainingReservation[] = [];
  let mine: TrainingReservation[] = [];
  let waits: ReservationWait[] = [];
  let lastId = 0;

  const countOthers = (startsAt: string) => others.get(startsAt) ?? 0;
  const findMine = (startsAt: string) => mine.find((one) => one.startsAt === startsAt);
  const findWait = (startsAt: string) => waits.find((one) => one.startsAt === startsAt);
  const isOffered = (startsAt: string) => (findWait(startsAt)?.offeredUntil ?? null) !== null;
  const isFull = (startsAt: string) => countOthers(startsAt) >= capacity;

  function hoursOf(date: string) {
    const special = specialDays.find((day) => day.date === date);
    return special ? special.hours : { opensMinute: opens * 60, closesMinute: closes * 60 };
  }

  function readSlot(date: string, minute: number): ReservationSlot {
    const startsAt = toGymInstant(date, minute).toISOString();
    const own = findMine(startsAt);
    const wait = findWait(startsAt);
    const taken = countOthers(startsAt) + (own || isOffered(startsAt) ? 1 : 0);
    return {
      startsAt,
      endsAt: toGymInstant(date, minute + slotMinutes).toISOString(),
      capacity,
      remaining: Math.max(0, capacity - taken),
      mine: own !== undefined,
      reservationId: own?.id ?? null,
      waiting: (wait ? 1 : 0) + (queues.get(startsAt) ?? 0),
      myWait: wait ?? null,
      refusal: own === undefined ? rejectHour(minute / 60, date) : null,
    };
  }

  function listSlots(date: string): ReservationSlot[] {
    const hours = hoursOf(date);
    if (hours === null) return [];
    const slots: ReservationSlot[] = [];
    for (let at = hours.opensMinute; at + slotMinutes <= hours.closesMinute; at += slotMinutes) {
      slots.push(readSlot(date, at));
    }
    return slots;
  }

  function describeSlot(date: string, startsAt: string) {
    const endsAt = toInstant(Date.parse(startsAt) + slotMinutes * 60_000);
    return { gymId, gymName: gym.name, date, startsAt, endsAt };
  }

  function nameMenu(id: number | null | undefined): TrainingReservation['trainingSession'] {
    return typeof id === 'number' ? { trainingSessionId: id, title: menuTitle } : null;
  }

  function makeReservation(
    date: string,
    startsAt: string,
    more: Partial<TrainingReservation> = {},
  ): TrainingReservation {
    lastId += 1;
    const made: TrainingReservation = {
      id: lastId,
      ...describeSlot(date, startsAt),
      trainingSession: null,
      changeableUntil: toInstant(Date.parse(startsAt) - gym.cancelDeadlineMinutes * 60_000),
      status: 'reserved',
      gymCancelReason: null,
      ...more,
    };
    mine = [...mine, made].toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
    waits = waits.filter((wait) => wait.startsAt !== startsAt);
    return made;
  }

  function take(id: number): TrainingReservation | undefined {
    const found = mine.find((one) => one.id === id);
    mine = mine.filter((one) => one !== found);
    return found;
  }

  /** Gives a seat that became free to the next person on the waiting list. */
  function passOn(startsAt: string): void {
    const waiting = queues.get(startsAt) ?? 0;
    if (waiting === 0) return;
    queues.set(startsAt, waiting - 1);
    others.set(startsAt, countOthers(startsAt) + 1);
  }

  answer(listGyms, [gym]);
  answer(getGym, gym);
  answer(listSubscriptionPlans, [samplePlan, dayPlan]);
  answer(listMyMemberships, readMine);
  answer(getWeeklyHours, {
    weekly: Array.from({ length: 7 }, () => ({
      opensMinute: opens * 60,
      closesMinute: closes * 60,
    })),
    specialDays,
  });
  answer(listReservationSlots, ({ params }) => ({ slots: listSlots(params.date) }));
  answer(listReservationDays, () => ({
    days: Array.from({ length: 28 }, (_, n) => dayAhead(n)).flatMap((date) => {
      const ahead = listSlots(date).filter((one) => Date.parse(one.startsAt) > Date.now());
      if (ahead.length === 0) return [];
      return {
        date,
        capacity: capacity * ahead.length,
        remaining: ahead.reduce((sum, { remaining }) => sum + remaining, 0),
        mine: ahead.some(({ mine: own }) => own),
      };
    }),
  }));
  answer(listMyReservations, ({ querystring }) => ({
    items: querystring.time === 'past' ? past.toReversed() : mine,
    nextCursor: null,
  }));
  answer(
    getMyReservation,
    ({ params }) =>
      [...mine, ...past].find(({ id }) => id === params.reservationId) ??
      rejectWith(404, 'not_found'),
  );
  answer(createReservation, ({ params, body }) => {
    const startsAt = toInstant(body.startsAt);
    if (findMine(startsAt)) return rejectWith(409, 'overlap');
    const hour = (Date.parse(startsAt) - toGymInstant(params.date, 0).getTime()) / 3_600_000;
    const rejection = rejectHour(hour, params.date);
    if (rejection !== null) return rejectWith(409, rejection);
    if (isFull(startsAt)) return rejectWith(409, 'slot_full');
    const trainingSession = nameMenu(body.trainingSessionId);
    return makeReservation(params.date, startsAt, { trainingSession });
  });
  answer(moveReservation, ({ params, body }) => {
    const startsAt = toInstant(body.startsAt);
    if (isFull(startsAt)) return rejectWith(409, 'slot_full');
    const old = take(params.reservationId);
    if (!old) return rejectWith(404, 'not_found');
    if (old.startsAt !== startsAt) passOn(old.startsAt);
    const trainingSession = nameMenu(body.trainingSessionId) ?? old.trainingSession;
    const date = toGymDay(new Date(startsAt));
    return makeReservation(date, startsAt, { id: old.id, trainingSession });
  });
  answer(cancelReservation, ({ params }) => {
    const old = take(params.reservationId);
    if (old) {
      past.push({ ...old, status: 'cancelled' });
      passOn(old.startsAt);
    }
    return null;
  });
  answer(listMyWaits, () => waits);
  answer(joinWaitingList, ({ body }) => {
    lastId += 1;
    const waited = describeSlot(body.date, toInstant(body.startsAt));
    const wait = { waitId: lastId, ...waited, position: 1, offeredUntil: null };
    waits = [...waits, wait];
    return wait;
  });
  answer(leaveWaitingList, ({ params }) => {
    waits = waits.filter(({ waitId }) => waitId !== params.waitId);
    return null;
  });

  const instantOf = (hour: number, date = tomorrow()) =>
    toGymInstant(date, hour * 60).toISOString();
  return {
    /** Reserves seats for other people. */
    fill(hour: number, count: number, date = tomorrow()) {
      const startsAt = instantOf(hour, date);
      others.set(startsAt, countOthers(startsAt) + count);
    },
    /** Adds other people to a waiting list. */
    queue(hour: number, count: number) {
      queues.set(instantOf(hour), count);
    },
    /** Adds a reservation that the member made before. */
    reserve: (hour: number, date = tomorrow(), more: Partial<TrainingReservation> = {}) =>
      makeReservation(date, instantOf(hour, date), more),
    /** Removes all reservations of the member. */
    clear() {
      mine = [];
    },
    /** Releases another person's seat, which is offered to the waiting member. */
    offer(hour: number) {
      const startsAt = instantOf(hour);
      others.set(startsAt, countOthers(startsAt) - 1);
      const offeredUntil = toInstant(Date.now() + offerMs);
      waits = waits.map((wait) => (wait.startsAt === startsAt ? { ...wait, offeredUntil } : wait));
    },
    countMine: (hour: number, date = tomorrow()) => (findMine(instantOf(hour, date)) ? 1 : 0),
    past,
  };
}

const slotsAddress = (others = '') => `/reservations?gym=${gymId}&date=${tomorrow()}${others}`;

/** Opens tomorrow's slots. */
export const openSlots = (others = '') => renderPage(slotsAddress(others));

/** Opens the view of the member's own reservations. */
export const openMine = () => renderPage(`/reservations?gym=${gymId}&view=mine`);

/** Switches to the member's own reservations, which are a separate view on a phone. */
export const showMine = () =>
  page
    .getByRole('navigation', { name: '予約の表示' })
    .getByRole('link', { name: /予約一覧/ })
    .click();

/** Finds the row of a slot by its displayed time. */
export const slot = (time: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByText(time, { exact: true }) });

export const cards = () => page.getByRole('main').getByRole('article');

/** Interval at which the page fetches the changes of others. */
export const refetchMs = 10_000;

/** Lists the methods of the page's writes, `POST` or `PUT`. */
export const listWrites = () =>
  listCalls()
    .map(({ method }) => method)
    .filter((method) => method !== 'GET');
