import { toGymDay } from '@tanren/domain/gym-time';
import type {
  ReservationWaitRow,
  TrainingReservationRow,
} from '#db/schema/training-reservations.ts';
import type { DemoAccount } from '#demo/demo-accounts.ts';
import type { DemoPerson } from '#demo/demo-person.ts';
import {
  findPresentSlot,
  type OwnHistory,
  reserveNextVisit,
  reservePresent,
  reserveVisits,
} from './own-reservations.ts';
import {
  fillSlot,
  findSoughtSlot,
  listRegulars,
  reserveUsual,
  soughtSlots,
  wish,
} from './regulars.ts';
import { createSlotBook, createSlotCalendar, type DemoSlot } from './slot-book.ts';

export interface ReservationRows {
  readonly reservations: readonly TrainingReservationRow[];
  readonly waits: readonly ReservationWaitRow[];
  /** The demo member's for right now: the only thing that depends on the hour. */
  readonly present: TrainingReservationRow | null;
}

const evening = { gymId: 1, minute: 19 * 60 };
const nextVisit = { ...evening, daysAhead: 3, waiting: 0 };
/** The one before the demo member, and the one after. */
const awaited = { ...evening, daysAhead: 6, waiting: 2 };
const minuteMs = 60_000;

/** What is reserved in the demo world around the day it is made. */
export function makeReservationRows(
  owner: Pick<DemoAccount, 'email' | 'person'>,
  people: readonly DemoPerson[],
  history: OwnHistory,
  now: Date,
  midnight: Date,
): ReservationRows {
  const { person, email } = owner;
  const today = toGymDay(midnight);
  const calendar = createSlotCalendar(today);
  const book = createSlotBook();
  const regulars = listRegulars(people.filter(({ sub }) => sub !== person.sub));
  const isUntouched = (slot: DemoSlot) => book.countPlaces(slot) === 0;
  const surroundings = { regulars, sessions: history.sessions, midnight };

  reserveVisits(book, calendar, person, history, midnight);
  const nextSlot = findSoughtSlot(nextVisit, calendar, () => true);
  reserveNextVisit(book, person, nextSlot, history.sessions, midnight);

  const wishes = soughtSlots.flatMap((sought) => {
    const slot = findSoughtSlot(sought, calendar, isUntouched);
    return fillSlot(book, slot, sought, surroundings);
  });
  const awaitedSlot = findSoughtSlot(
    awaited,
    calendar,
    (slot) => book.isFree(person.sub, slot) && isUntouched(slot),
  );
  wishes.push(
    ...fillSlot(book, awaitedSlot, awaited, surroundings),
    wish(awaitedSlot, person.sub, new Date(midnight.getTime() - 700 * minuteMs), email),
  );
  reserveUsual(book, calendar, surroundings);

  const reservations = number(book.rows);
  const slot = findPresentSlot(calendar, now);
  const present = slot && reservePresent(book, person, slot, history.sessions, midnight);
  return {
    reservations,
    waits: number(wishes),
    present: present && { ...present, id: reservations.length + 1 },
  };
}

/** As if they had been made one after the other. */
function number<T extends { readonly createdAt: Date }>(
  rows: readonly T[],
): (T & { id: number })[] {
  return rows
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map((row, index) => ({ ...row, id: index + 1 }));
}
