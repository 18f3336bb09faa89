import { doorLeadMs } from '@tanren/domain/booking/door';
import { daysBetween, toGymDay } from '@tanren/domain/gyms/gym-time';
import type { SlotTime } from '@tanren/domain/booking/reservations';
import type { DemoPerson } from '#members/demo-person.ts';
import type { MenuRow, RunRow } from '#menus/menu-rows.ts';
import type { WorkoutRow } from '#workouts/workout-rows.ts';
import type { DemoSlot, SlotBook, SlotCalendar } from './slot-book.ts';

export interface OwnHistory {
  readonly workouts: readonly WorkoutRow[];
  readonly runs: readonly RunRow[];
  readonly menus: readonly MenuRow[];
}

const ownGymId = 1;
const eveningMinute = 19 * 60;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const historyDays = 56;
/** Days of reservations that the member cancelled later. */
const cancelledDaysAgo = [9, 27];
const nextMenu = '胸・背中・もも裏の日';
const presentMenu = '仕事帰りの全身メニュー';
/** Time after the end of a slot that a member still uses without reserving the next slot. */
const overtimeMs = 12 * minuteMs;

/** Reserves the demo member's visits of the last weeks. */
export function reserveVisits(
  book: SlotBook,
  calendar: SlotCalendar,
  { sub }: DemoPerson,
  { workouts, runs }: OwnHistory,
  midnight: Date,
): void {
  const countDaysAgo = (gymDay: string) => daysBetween(gymDay, toGymDay(midnight));
  const mine = workouts.filter(
    (workout) => workout.sub === sub && countDaysAgo(workout.gymDay) <= historyDays,
  );
  for (let daysAgo = historyDays; daysAgo >= 1; daysAgo -= 1) {
    const visit = mine.filter(({ gymDay }) => countDaysAgo(gymDay) === daysAgo);
    const run = runs.find(({ startedAt }) => countDaysAgo(toGymDay(startedAt)) === daysAgo);
    const needed = calendar.list(ownGymId, -daysAgo).filter((slot) => isNeeded(slot, visit));
    const madeAt = new Date((needed[0]?.startsAt.getTime() ?? 0) - 2 * dayMs - daysAgo * minuteMs);
    const trainingSessionId = run?.trainingSessionId ?? null;
    const enteredAt = findEntry(needed[0], visit[0]);
    for (const slot of needed) {
      book.reserve(slot, { sub, createdAt: madeAt, trainingSessionId }, enteredAt);
    }
    if (cancelledDaysAgo.includes(daysAgo)) cancelOne(book, calendar, sub, daysAgo);
  }
}

/** Time to change clothes. */
const lockerMs = 6 * minuteMs;

/** Returns when the member entered by the door for a slot, derived from the first workout. */
export function findEntry(
  slot: SlotTime | undefined,
  first: Pick<WorkoutRow, 'startedAt'> | undefined,
): Date | null {
  if (slot === undefined || first === undefined) return null;
  const opensMs = slot.startsAt.getTime() - doorLeadMs;
  return new Date(Math.max(opensMs, first.startedAt.getTime() - lockerMs));
}

function isNeeded({ startsAt, endsAt }: SlotTime, visit: readonly WorkoutRow[]): boolean {
  const [first, last] = [visit[0], visit.at(-1)];
  if (first === undefined || last === undefined) return false;
  // A member who comes early enters with the code of the next slot.
  const comesAt = first.startedAt.getTime() + doorLeadMs;
  const leavesAt = last.endedAt.getTime() - overtimeMs;
  return endsAt.getTime() > comesAt && startsAt.getTime() < Math.max(leavesAt, comesAt);
}

function cancelOne(book: SlotBook, calendar: SlotCalendar, sub: string, daysAgo: number): void {
  const slot = calendar.findAt(ownGymId, -daysAgo, eveningMinute);
  if (slot === null) return;
  const madeAt = new Date(slot.startsAt.getTime() - 3 * dayMs);
  const cancelledAt = new Date(slot.startsAt.getTime() - 6 * 60 * minuteMs);
  book.cancel(slot, { sub, createdAt: madeAt, trainingSessionId: null }, cancelledAt);
}

/** Reserves the next visit with a training menu. */
export function reserveNextVisit(...[book, person, slot, menus, midnight]: Reserving): void {
  const createdAt = new Date(midnight.getTime() - 1000 * minuteMs);
  const trainingSessionId = findOwnMenu(person, menus, nextMenu);
  book.reserve(slot, { sub: person.sub, createdAt, trainingSessionId });
}

/** Reserves the current slot, as if decided late last night. */
export function reservePresent(...[book, person, slot, menus, midnight]: Reserving) {
  const createdAt = new Date(midnight.getTime() - 10 * minuteMs);
  const trainingSessionId = findOwnMenu(person, menus, presentMenu);
  return book.reserve(slot, { sub: person.sub, createdAt, trainingSessionId });
}

type Reserving = readonly [
  book: SlotBook,
  person: DemoPerson,
  slot: DemoSlot,
  menus: readonly MenuRow[],
  midnight: Date,
];

function findOwnMenu({ sub }: DemoPerson, menus: readonly MenuRow[], title: string): number {
  const menu = menus.find((own) => own.authorSub === sub && own.title === title);
  if (menu === undefined) throw new Error(`nobody wrote ${title}`);
  return menu.id;
}

/**
 * Finds the slot under way, or the next one if its door opens earlier, so that a visitor of the
 * demo can try the door at once. Returns `null` while the gym is closed for the day.
 */
export function findPresentSlot(calendar: SlotCalendar, now: Date): DemoSlot | null {
  const near = [...calendar.list(ownGymId, -1), ...calendar.list(ownGymId, 0)];
  const left = near.filter(({ endsAt }) => endsAt > now);
  const [first, second] = left;
  if (first === undefined) return null;
  const opensNext = second !== undefined && second.startsAt.getTime() - doorLeadMs <= now.getTime();
  return opensNext ? second : first;
}
