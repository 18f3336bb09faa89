import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { isId } from '#db/long-ids/is-id.ts';
import { gyms } from '#db/schema/gyms.ts';
import { type TrainingReservationRow, trainingReservations } from '#db/schema/booking.ts';
import { trainingSessions } from '#db/schema/menus.ts';
import { isAfter, isBefore, selectMicros, type TimePosition } from '#db/time-cursor.ts';
import { visibleTo } from '#modules/menus/menu-visibility.service.ts';

/**
 * Maximum length of a slot in milliseconds, which lets the index by start find reservations that
 * have not ended.
 */
const longestSlotMs = 24 * 60 * 60 * 1000;

function startsAfterLongest(instant: Date) {
  return gt(trainingReservations.startsAt, new Date(instant.getTime() - longestSlotMs - 1));
}

/** Selects the member's reservations that are neither cancelled nor over: a handful at most. */
export function selectAhead(db: Queryable, member: string, now: Date) {
  const { id, sub, startsAt, endsAt, cancelledAt } = trainingReservations;
  return db
    .select({ id, startsAt, endsAt })
    .from(trainingReservations)
    .where(and(eq(sub, member), isNull(cancelledAt), startsAfterLongest(now), gt(endsAt, now)));
}

/** Lists the reservations of several members that are neither cancelled nor over. */
export async function listAheadOf(db: Queryable, members: readonly string[], now: Date) {
  const { sub, startsAt, endsAt, cancelledAt } = trainingReservations;
  return await db
    .select({ sub, startsAt, endsAt })
    .from(trainingReservations)
    .where(
      and(
        inArray(sub, [...members]),
        isNull(cancelledAt),
        startsAfterLongest(now),
        gt(endsAt, now),
      ),
    );
}

export async function insertReservation(
  tx: Transaction,
  reservation: typeof trainingReservations.$inferInsert,
): Promise<number> {
  const [made] = await tx
    .insert(trainingReservations)
    .values(reservation)
    .returning({ id: trainingReservations.id });
  if (made === undefined) throw new Error('an inserted row was not returned');
  return made.id;
}

export type OwnReservation = Pick<TrainingReservationRow, 'id' | 'sub'>;

/**
 * Finds a reservation with the gym's deadline. Returns `null` if it does not exist or is not the
 * member's.
 */
export async function findReservation(db: Queryable, { id, sub }: OwnReservation) {
  const [found] = await db
    .select({ row: trainingReservations, deadlineMinutes: gyms.cancelDeadlineMinutes })
    .from(trainingReservations)
    .innerJoin(gyms, eq(gyms.id, trainingReservations.gymId))
    .where(and(isId(trainingReservations.id, id), eq(trainingReservations.sub, sub)));
  return found === undefined ? null : { ...found.row, deadlineMinutes: found.deadlineMinutes };
}

type Change = Partial<
  Pick<
    TrainingReservationRow,
    | 'gymDay'
    | 'startsAt'
    | 'endsAt'
    | 'seat'
    | 'membershipId'
    | 'trainingSessionId'
    | 'cancelledAt'
    | 'enteredAt'
    | 'enteredBy'
    | 'email'
  >
>;

/**
 * Changes a reservation, which keeps its id. Calendars notice the change by the sequence. Returns
 * `false` if the gym has cancelled it meanwhile; then it stays cancelled.
 */
export async function changeReservation(
  tx: Transaction,
  id: number,
  change: Change,
): Promise<boolean> {
  const changed = await tx
    .update(trainingReservations)
    .set({ ...change, sequence: sql`${trainingReservations.sequence} + 1` })
    .where(and(eq(trainingReservations.id, id), isNull(trainingReservations.cancelledAt)))
    .returning({ id: trainingReservations.id });
  return changed.length > 0;
}

/**
 * Locks a menu that the member may see until the transaction ends, because a row will reference it.
 */
export async function lockVisibleMenu(
  tx: Transaction,
  sub: string,
  trainingSessionId: number,
): Promise<boolean> {
  const { id } = trainingSessions;
  const found = await tx
    .select({ id })
    .from(trainingSessions)
    .where(and(eq(id, trainingSessionId), visibleTo(sub)))
    .for('key share');
  return found.length > 0;
}

const { id, sub, startsAt, endsAt, cancelledAt } = trainingReservations;

const seen = {
  id,
  gymId: trainingReservations.gymId,
  gymName: gyms.name,
  deadlineMinutes: gyms.cancelDeadlineMinutes,
  gymDay: trainingReservations.gymDay,
  startsAt,
  endsAt,
  createdAt: trainingReservations.createdAt,
  codesShownAt: trainingReservations.codesShownAt,
  cancelledAt,
  gymCancelReason: trainingReservations.gymCancelReason,
  /**
   * Menu of the visit. Both columns are `null` if there is none, or if its author has hidden it.
   */
  trainingSessionId: trainingSessions.id,
  title: trainingSessions.title,
  micros: selectMicros(startsAt),
};

export type SeenReservation = Awaited<ReturnType<typeof selectReservations>>[number];

/**
 * Returns the join condition for the menu of a reservation, unless its author has hidden it from
 * the member.
 */
export function isSeenMenu(member: string) {
  return and(eq(trainingSessions.id, trainingReservations.trainingSessionId), visibleTo(member));
}

function selectReservations(db: Queryable, member: string, which: SQL | undefined) {
  return db
    .select(seen)
    .from(trainingReservations)
    .innerJoin(gyms, eq(gyms.id, trainingReservations.gymId))
    .leftJoin(trainingSessions, isSeenMenu(member))
    .where(and(eq(sub, member), which))
    .$dynamic();
}

export function selectReservation(db: Queryable, member: string, reservationId: number) {
  return selectReservations(db, member, isId(id, reservationId));
}

interface ReservationFilter {
  readonly sub: string;
  readonly from: TimePosition | null;
  readonly limit: number;
}

/**
 * Selects reservations that are neither cancelled nor over, earliest first, with the index
 * `training_reservations_of_member`.
 */
export function selectUpcoming(db: Queryable, filter: ReservationFilter, now: Date) {
  const { from, limit } = filter;
  const rest = from === null ? undefined : isAfter(startsAt, id, from);
  const ahead = and(isNull(cancelledAt), startsAfterLongest(now), gt(endsAt, now), rest);
  return selectReservations(db, filter.sub, ahead).orderBy(asc(startsAt), asc(id)).limit(limit);
}

/**
 * Selects reservations that are over or were cancelled, newest first, with the index
 * `training_reservations_of_member`.
 */
export function selectPast(db: Queryable, filter: ReservationFilter, now: Date) {
  const { from, limit } = filter;
  const rest = from === null ? undefined : isBefore(startsAt, id, from);
  const past = and(or(lte(endsAt, now), isNotNull(cancelledAt)), rest);
  return selectReservations(db, filter.sub, past).orderBy(desc(startsAt), desc(id)).limit(limit);
}
