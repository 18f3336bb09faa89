import { mostReservations } from '@tanren/domain/reservations';
import { findDemoGym } from './demo-gyms.ts';
import { createRandom, type Random } from './random.ts';
import { chooseSession, type Regular } from './regulars.ts';
import type { DemoSlot, SlotBook } from './slot-book.ts';
import type { SlotCalendar } from './slot-calendar.ts';
import type { Surroundings } from './sought-slots.ts';

const minuteMs = 60_000;
const days = 14;
/** Of those who come late, some come after the last trains. */
const lateMinute = 20 * 60;
const midnightMinute = 24 * 60;
const tries = 12;

/** What people reserve who come at their usual time, most for the next days. */
export function reserveUsual(
  book: SlotBook,
  calendar: SlotCalendar,
  { regulars, sessions, midnight }: Surroundings,
): void {
  for (const [index, regular] of regulars.entries()) {
    const random = createRandom(8000 + index);
    const most = Math.min(mostReservations, 1 + Math.round((regular.visits / 4) * 1.2));
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const slot = chooseSlot(random, calendar, regular);
      const aheadMinutes = random.integer(60, 7000);
      if (slot === null || !isPossible(book, slot, regular.sub, midnight)) continue;
      if (book.listOf(regular.sub).length >= most) break;
      const latestMs = Math.min(midnight.getTime(), slot.startsAt.getTime());
      const createdAt = new Date(latestMs - aheadMinutes * minuteMs);
      const trainingSessionId = chooseSession(random, sessions, createdAt);
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

function isPossible(book: SlotBook, slot: DemoSlot, sub: string, midnight: Date): boolean {
  const { capacity } = findDemoGym(slot.gymId);
  // The demo member must find a place in whatever slot is under way when the world is made.
  const kept = slot.startsAt.getTime() < midnight.getTime() + 27 * 60 * minuteMs ? 1 : 0;
  return (
    book.countPlaces(slot) < capacity - kept &&
    book.listOf(sub).every(({ gymDay }) => gymDay !== slot.gymDay)
  );
}
