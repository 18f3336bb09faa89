import { doorLeadMs } from '@tanren/domain/booking/door';
import { daysBetween, toGymDay } from '@tanren/domain/gyms/gym-time';
import { monthOf } from '@tanren/domain/memberships/memberships';
import { maxReservations } from '@tanren/domain/booking/reservations';
import type { WorkoutRow } from '#workouts/workout-rows.ts';
import { findDemoGym } from '#gyms/demo-gyms.ts';
import type { DemoPerson } from '#members/demo-person.ts';
import { createRandom } from '#random.ts';
import { findEntry } from './own-reservations.ts';
import type { Regular } from './regulars.ts';
import type { DemoSlot, SlotBook, SlotCalendar } from './slot-book.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Enough days to cover the whole of the current month so far. */
const historyDays = 35;

interface PastContext {
  readonly regulars: readonly Regular[];
  readonly people: readonly DemoPerson[];
  readonly workouts: readonly WorkoutRow[];
  readonly midnight: Date;
}

/** Reserves the other members' visits of the last weeks, with an occasional no-show. */
export function reservePastVisits(
  book: SlotBook,
  calendar: SlotCalendar,
  { regulars, people, workouts, midnight }: PastContext,
): void {
  const firstBouts = findFirstBouts(workouts, midnight);
  const joinedDaysAgo = new Map(people.map((person) => [person.sub, person.joinedDaysAgo]));
  for (const [index, { sub, gymId, startMinute }] of regulars.entries()) {
    const random = createRandom(9000 + index);
    const oldest = Math.min(historyDays, (joinedDaysAgo.get(sub) ?? 0) - 1);
    for (let daysAgo = oldest; daysAgo >= 1; daysAgo -= 1) {
      const first = firstBouts.get(`${sub} ${daysAgo}`);
      const isNoShow = random.chance(0.02);
      const ahead = random.integer(30, 1400);
      if (first === undefined && !isNoShow) continue;
      const dayMinute = (bout: WorkoutRow) =>
        (bout.startedAt.getTime() + doorLeadMs - midnight.getTime() + daysAgo * dayMs) / minuteMs;
      const minute = first === undefined ? startMinute : dayMinute(first);
      const slot = calendar.findAt(gymId, -daysAgo, minute);
      if (slot === null || !isPossible(book, slot, sub)) continue;
      if (first !== undefined && first.startedAt >= slot.endsAt) continue;
      const createdAt = new Date(slot.startsAt.getTime() - ahead * minuteMs);
      book.reserve(slot, { sub, createdAt, trainingSessionId: null }, findEntry(slot, first));
    }
  }
}

/** Finds the first workout of each visit, by member and days ago. */
function findFirstBouts(
  workouts: readonly WorkoutRow[],
  midnight: Date,
): ReadonlyMap<string, WorkoutRow> {
  const firsts = new Map<string, WorkoutRow>();
  const today = toGymDay(midnight);
  for (const workout of workouts) {
    const daysAgo = daysBetween(workout.gymDay, today);
    if (daysAgo > historyDays) continue;
    const key = `${workout.sub} ${daysAgo}`;
    const known = firsts.get(key);
    if (known === undefined || workout.startedAt < known.startedAt) firsts.set(key, workout);
  }
  return firsts;
}

function isPossible(book: SlotBook, slot: DemoSlot, sub: string): boolean {
  return book.countSeats(slot) < findDemoGym(slot.gymId).capacity && book.isAllowed(sub, slot);
}

/** Days around today, of which enough are in the current month on any day of it. */
const spreadDays = [-1, -4, -7, -10, 2, 5, 8, 11, -13, -16, 13, -2, -5, -8, 3, 6, 9];

/** Reserves until the membership has no visit of this month left. */
export function reserveWholeMonth(
  book: SlotBook,
  calendar: SlotCalendar,
  { sub, gymId, startMinute }: Regular,
  { midnight, today }: { readonly midnight: Date; readonly today: string },
): void {
  for (const days of spreadDays) {
    const slot = calendar.findAt(gymId, days, startMinute);
    if (slot === null || monthOf(slot.gymDay) !== monthOf(today)) continue;
    const isFull = days > 0 && book.countAhead(sub, midnight) >= maxReservations;
    if (isFull || !isPossible(book, slot, sub)) continue;
    const createdAt = new Date(Math.min(slot.startsAt.getTime(), midnight.getTime()) - 2 * dayMs);
    const arrival = new Date(slot.startsAt.getTime() - 5 * minuteMs);
    const isOver = days < 0;
    book.reserve(slot, { sub, createdAt, trainingSessionId: null }, isOver ? arrival : null);
  }
}
