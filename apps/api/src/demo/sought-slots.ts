import { mostReservations } from '@tanren/domain/reservations';
import type { ReservationWaitRow } from '#db/schema/training-reservations.ts';
import type { TrainingSessionRow } from '#db/schema/training-sessions.ts';
import { findDemoGym } from './demo-gyms.ts';
import { createRandom } from './random.ts';
import { chooseSession, type Regular } from './regulars.ts';
import type { DemoSlot, SlotBook } from './slot-book.ts';
import type { SlotCalendar } from './slot-calendar.ts';

export interface SoughtSlot {
  readonly gymId: number;
  /** Or the next day on which it can be had. */
  readonly daysAhead: number;
  readonly minute: number;
  readonly waiting: number;
}

export type WaitWish = Omit<ReservationWaitRow, 'id'>;

/** Everybody wants the hour after work. */
export const soughtSlots: readonly SoughtSlot[] = [
  { gymId: 1, daysAhead: 1, minute: 19 * 60, waiting: 2 },
  { gymId: 1, daysAhead: 2, minute: 20 * 60, waiting: 0 },
  { gymId: 2, daysAhead: 2, minute: 19.5 * 60, waiting: 1 },
  { gymId: 2, daysAhead: 4, minute: 18.5 * 60, waiting: 0 },
];

const minuteMs = 60_000;
/** How long before or after their usual time people still come. */
const flexibleMinutes = 180;

/** The first such slot, from that day on, that the member could have. */
export function findSoughtSlot(
  { gymId, daysAhead, minute }: SoughtSlot,
  calendar: SlotCalendar,
  isFit: (slot: DemoSlot) => boolean,
): DemoSlot {
  for (let day = daysAhead; day < daysAhead + 14; day += 1) {
    const slot = calendar.findAt(gymId, day, minute);
    if (slot !== null && isFit(slot)) return slot;
  }
  throw new Error(`gym ${gymId} is closed for weeks`);
}

/** Takes every place of a slot, and lets more people wait for one. */
export function fillSlot(
  book: SlotBook,
  slot: DemoSlot,
  { minute, daysAhead, waiting }: SoughtSlot,
  { regulars, sessions, midnight }: Surroundings,
): WaitWish[] {
  const random = createRandom(7000 + slot.gymId * 100 + daysAhead);
  const before = (minutes: number) => new Date(midnight.getTime() - minutes * minuteMs);
  const free = findDemoGym(slot.gymId).capacity - book.countPlaces(slot);
  const wanting = regulars.filter(
    ({ sub, gymId, startMinute }) =>
      gymId === slot.gymId &&
      Math.abs(startMinute - minute) <= flexibleMinutes &&
      book.listOf(sub).length < mostReservations &&
      book.isFree(sub, slot),
  );
  const chosen = random.pickSome(wanting, free + waiting);
  if (chosen.length < free + waiting) throw new Error('too few people come in the evening');
  for (const { sub } of chosen.slice(0, free)) {
    const createdAt = before(random.integer(1500, 8000));
    const trainingSessionId = chooseSession(random, sessions, createdAt);
    book.reserve(slot, { sub, createdAt, trainingSessionId });
  }
  return chosen.slice(free).map(({ sub }, index) => {
    book.keepFree(slot, sub);
    return wish(slot, sub, before(900 - 500 * index - random.integer(0, 150)));
  });
}

export interface Surroundings {
  readonly regulars: readonly Regular[];
  readonly sessions: readonly TrainingSessionRow[];
  readonly midnight: Date;
}

/** Nobody of the demo world but its accounts has an address. */
export function wish(
  slot: DemoSlot,
  sub: string,
  createdAt: Date,
  email: string | null = null,
): WaitWish {
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
