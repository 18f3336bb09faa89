import { maxReservations } from '@tanren/domain/booking/reservations';
import { demoGyms } from '#gyms/demo-gyms.ts';
import { createRandom } from '#random.ts';
import { countExpected } from './visitors.ts';
import { chooseMenu, isPossible, type ReservationContext } from './regulars.ts';
import type { SlotBook, SlotCalendar } from './slot-book.ts';

const minuteMs = 60_000;
/** Minutes before or after the usual time at which a member comes on this day. */
const flexibleMinutes = 150;

/**
 * Reserves more visits for the day of creation. At any time of it some members are in the gym, some
 * will come, and some are no-shows.
 */
export function reserveToday(
  book: SlotBook,
  calendar: SlotCalendar,
  { regulars, menus, midnight }: ReservationContext,
): void {
  for (const { id: gymId } of demoGyms) {
    for (const [index, slot] of calendar.list(gymId, 0).entries()) {
      const random = createRandom(6000 + gymId * 100 + index);
      const minute = (slot.startsAt.getTime() - midnight.getTime()) / minuteMs;
      const expected = countExpected(gymId, slot.startsAt);
      const missing = expected === 0 ? 0 : expected + 1 - book.countSeats(slot);
      const wanting = regulars.filter(
        ({ sub, gymId: home, startMinute }) =>
          home === gymId &&
          Math.abs(startMinute - minute) <= flexibleMinutes &&
          book.countAhead(sub, midnight) < maxReservations &&
          isPossible(book, slot, sub, midnight),
      );
      for (const { sub } of random.pickSome(wanting, Math.max(0, missing))) {
        const createdAt = new Date(midnight.getTime() - random.integer(60, 2800) * minuteMs);
        const trainingSessionId = chooseMenu(random, menus, createdAt);
        book.reserve(slot, { sub, createdAt, trainingSessionId });
      }
    }
  }
}
