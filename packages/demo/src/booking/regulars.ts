import { maxReservations } from '@tanren/domain/booking/reservations';
import { findDemoGym } from '#gyms/demo-gyms.ts';
import type { DemoPerson, DemoTraining } from '#members/demo-person.ts';
import type { MenuRow } from '#menus/menu-rows.ts';
import { createRandom, type Random } from '#random.ts';
import type { DemoSlot, SlotBook, SlotCalendar } from './slot-book.ts';

/** A member who still trains, and the number of visits in the last four weeks. */
export interface Regular {
  readonly sub: string;
  readonly gymId: number;
  readonly startMinute: number;
  readonly visits: number;
}

const recentDays = 28;

export function listRegulars(people: readonly DemoPerson[]): Regular[] {
  return people.flatMap(({ sub, training }) => {
    const visits = training === null ? 0 : countRecent(training);
    if (training === null || visits === 0) return [];
    return [{ sub, gymId: training.gymId, startMinute: training.startMinute, visits }];
  });
}

function countRecent({ visits }: DemoTraining): number {
  return visits.filter((daysAgo) => daysAgo <= recentDays).length;
}

export interface ReservationContext {
  readonly regulars: readonly Regular[];
  readonly menus: readonly MenuRow[];
  readonly midnight: Date;
}

interface WantedSlot {
  readonly gymId: number;
  /** The first day to try. If the gym is closed at that time, a later day is used. */
  readonly daysAhead: number;
  readonly minute: number;
  readonly waiting: number;
}

export type NewWait = ReturnType<typeof makeWait>;

/** Slots after work, which are fully booked. */
export const popularSlots: readonly WantedSlot[] = [
  { gymId: 1, daysAhead: 1, minute: 19 * 60, waiting: 2 },
  { gymId: 1, daysAhead: 2, minute: 20 * 60, waiting: 0 },
  { gymId: 2, daysAhead: 2, minute: 19.5 * 60, waiting: 1 },
  { gymId: 2, daysAhead: 4, minute: 18.5 * 60, waiting: 0 },
];

const minuteMs = 60_000;
/** Minutes before or after the usual time at which a member still comes. */
const flexibleMinutes = 180;

/** Finds the first suitable slot at that time, on that day or later. */
export function findWantedSlot(
  { gymId, daysAhead, minute }: WantedSlot,
  calendar: SlotCalendar,
  isFit: (slot: DemoSlot) => boolean,
): DemoSlot {
  for (let day = daysAhead; day < daysAhead + 14; day += 1) {
    const slot = calendar.findAt(gymId, day, minute);
    if (slot !== null && isFit(slot)) return slot;
  }
  throw new Error(`gym ${gymId} is closed for weeks`);
}

/** Takes every seat of a slot, and puts more people on its waiting list. */
export function fillSlot(
  book: SlotBook,
  slot: DemoSlot,
  { minute, daysAhead, waiting }: WantedSlot,
  { regulars, menus, midnight }: ReservationContext,
): NewWait[] {
  const random = createRandom(7000 + slot.gymId * 100 + daysAhead);
  const before = (minutes: number) => new Date(midnight.getTime() - minutes * minuteMs);
  const free = findDemoGym(slot.gymId).capacity - book.countSeats(slot);
  const wanting = regulars.filter(
    ({ sub, gymId, startMinute }) =>
      gymId === slot.gymId &&
      Math.abs(startMinute - minute) <= flexibleMinutes &&
      book.countAhead(sub, midnight) < maxReservations &&
      book.isAllowed(sub, slot),
  );
  const chosen = random.pickSome(wanting, free + waiting);
  if (chosen.length < free + waiting) throw new Error('too few people come in the evening');
  for (const { sub } of chosen.slice(0, free)) {
    const createdAt = before(random.integer(1500, 8000));
    const trainingSessionId = chooseMenu(random, menus, createdAt);
    book.reserve(slot, { sub, createdAt, trainingSessionId });
  }
  return chosen.slice(free).map(({ sub }, index) => {
    book.markBusy(slot, sub);
    return makeWait(slot, sub, before(900 - 500 * index - random.integer(0, 150)));
  });
}

/** Returns a waiting list entry. Only the demo accounts have an email address. */
export function makeWait(
  slot: DemoSlot,
  sub: string,
  createdAt: Date,
  email: string | null = null,
) {
  return {
    ...slot,
    sub,
    email,
    createdAt,
    trainingSessionId: null,
    offeredAt: null,
    offerExpiresAt: null,
    mailedAt: null,
    endedAt: null,
    endReason: null,
  };
}

const days = 14;
/** Some members whose usual time is this late come after midnight. */
const lateMinute = 20 * 60;
const midnightMinute = 24 * 60;
const tries = 12;

/** Reserves for members at their usual time, mostly for the next few days. */
export function reserveUsual(
  book: SlotBook,
  calendar: SlotCalendar,
  { regulars, menus, midnight }: ReservationContext,
): void {
  for (const [index, regular] of regulars.entries()) {
    const random = createRandom(8000 + index);
    const max = Math.min(maxReservations, 1 + Math.round((regular.visits / 4) * 1.2));
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const slot = chooseSlot(random, calendar, regular);
      const aheadMinutes = random.integer(60, 7000);
      if (slot === null || !isPossible(book, slot, regular.sub, midnight)) continue;
      if (book.countAhead(regular.sub, midnight) >= max) break;
      const latestMs = Math.min(midnight.getTime(), slot.startsAt.getTime());
      const createdAt = new Date(latestMs - aheadMinutes * minuteMs);
      const trainingSessionId = chooseMenu(random, menus, createdAt);
      book.reserve(slot, { sub: regular.sub, createdAt, trainingSessionId });
    }
  }
}

function chooseSlot(
  random: Random,
  calendar: SlotCalendar,
  { gymId, startMinute }: Regular,
): DemoSlot | null {
  const daysAhead = Math.floor(days * random.next() ** 2);
  const isOwl = random.chance(0.25) && startMinute >= lateMinute;
  const minute = random.around(isOwl ? midnightMinute : startMinute, 40);
  return calendar.findAt(gymId, daysAhead, minute);
}

/** Returns whether a seat is left and the member has no other reservation on that day. */
export function isPossible(book: SlotBook, slot: DemoSlot, sub: string, midnight: Date): boolean {
  const { capacity } = findDemoGym(slot.gymId);
  // The demo member must find a seat in any slot that may be under way at creation.
  const kept = slot.startsAt.getTime() < midnight.getTime() + 27 * 60 * minuteMs ? 1 : 0;
  return (
    book.countSeats(slot) < capacity - kept &&
    book.isAllowed(sub, slot) &&
    book.listOf(sub).every(({ gymDay }) => gymDay !== slot.gymDay)
  );
}

/** Chooses a public menu that existed at the time of the reservation, or none. */
export function chooseMenu(
  random: Random,
  menus: readonly MenuRow[],
  createdAt: Date,
): number | null {
  const hasPlan = random.chance(0.5);
  const known = menus.filter(
    ({ visibility, publishedAt }) =>
      visibility === 'public' && publishedAt !== null && publishedAt < createdAt,
  );
  const menu = known[Math.floor(random.next() * known.length)];
  return hasPlan ? (menu?.id ?? null) : null;
}
