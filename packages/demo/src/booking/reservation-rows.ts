import { toGymDay } from '@tanren/domain/gyms/gym-time';
import type { DemoAccount } from '#members/demo-accounts.ts';
import type { DemoPerson } from '#members/demo-person.ts';
import { createMembershipBook } from '#memberships/membership-book.ts';
import type { MembershipRows } from '#memberships/membership-rows.ts';
import {
  findPresentSlot,
  type OwnHistory,
  reserveNextVisit,
  reservePresent,
  reserveVisits,
} from './own-reservations.ts';
import { reservePastVisits, reserveWholeMonth } from './past-visits.ts';
import {
  fillSlot,
  findWantedSlot,
  listRegulars,
  reserveUsual,
  popularSlots,
  makeWait,
  type NewWait,
} from './regulars.ts';
import { reserveToday } from './todays-visits.ts';
import {
  createSlotBook,
  createSlotCalendar,
  type DemoSlot,
  type ReservationRow,
} from './slot-book.ts';

export interface ReservationRows {
  readonly reservations: readonly ReservationRow[];
  readonly waits: readonly (NewWait & { readonly id: number })[];
  /** The demo member's reservation for the current slot. Only this depends on the time of day. */
  readonly present: ReservationRow | null;
}

const evening = { gymId: 1, minute: 19 * 60 };
const nextVisit = { ...evening, daysAhead: 3, waiting: 0 };
/** A slot for which two people wait: one before and one after the demo member. */
const awaited = { ...evening, daysAhead: 6, waiting: 2 };
const minuteMs = 60_000;

interface DemoMembers {
  readonly people: readonly DemoPerson[];
  readonly memberships: MembershipRows;
}

/** Creates the reservations of the demo world around the day of its creation. */
export function makeReservationRows(
  owner: Pick<DemoAccount, 'email' | 'person'>,
  { people, memberships }: DemoMembers,
  history: OwnHistory,
  now: Date,
  midnight: Date,
): ReservationRows {
  const { person, email } = owner;
  const today = toGymDay(midnight);
  const calendar = createSlotCalendar(today);
  const book = createSlotBook(createMembershipBook(memberships));
  const regulars = listRegulars(people.filter(({ sub }) => sub !== person.sub));
  const isUntouched = (slot: DemoSlot) => book.countSeats(slot) === 0;
  const context = { regulars, menus: history.menus, midnight };

  reserveVisits(book, calendar, person, history, midnight);
  const nextSlot = findWantedSlot(nextVisit, calendar, () => true);
  reserveNextVisit(book, person, nextSlot, history.menus, midnight);
  reservePastVisits(book, calendar, { regulars, people, workouts: history.workouts, midnight });

  const waits = popularSlots.flatMap((wanted) => {
    const slot = findWantedSlot(wanted, calendar, isUntouched);
    return fillSlot(book, slot, wanted, context);
  });
  const awaitedSlot = findWantedSlot(
    awaited,
    calendar,
    (slot) => book.isFree(person.sub, slot) && isUntouched(slot),
  );
  waits.push(
    ...fillSlot(book, awaitedSlot, awaited, context),
    makeWait(awaitedSlot, person.sub, new Date(midnight.getTime() - 700 * minuteMs), email),
  );
  const usedUp = regulars.find(({ sub }) => sub === memberships.usedUp);
  if (usedUp !== undefined) reserveWholeMonth(book, calendar, usedUp, { midnight, today });
  reserveUsual(book, calendar, context);
  reserveToday(book, calendar, context);

  const reservations = assignIds(book.rows);
  const slot = findPresentSlot(calendar, now);
  const present = slot && reservePresent(book, person, slot, history.menus, midnight);
  return {
    reservations,
    waits: assignIds(waits),
    present: present && { ...present, id: reservations.length + 1 },
  };
}

/** Assigns ids in the order of creation. */
function assignIds<T extends { readonly createdAt: Date }>(
  rows: readonly T[],
): (T & { id: number })[] {
  return rows
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map((row, index) => ({ ...row, id: index + 1 }));
}
