import { and, asc, desc, eq, gt, isNotNull, isNull, lte, or, type SQL } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { trainingReservations } from '#db/schema/training-reservations.ts';
import { trainingSessions } from '#db/schema/training-sessions.ts';
import { visibleTo } from '#db/session-visibility.ts';
import { isAfter, isBefore, selectMicros, type TimePosition } from '#db/time-cursor.ts';
import { startsAfterLongest } from './training-reservations.store.ts';

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
  /** Both null when there is none, or when its author has hidden it. */
  trainingSessionId: trainingSessions.id,
  title: trainingSessions.title,
  micros: selectMicros(startsAt),
};

export type SeenReservation = Awaited<ReturnType<typeof selectReservations>>[number];

/** Joins the session of a reservation, unless its author has hidden it from the member. */
export function isSeenSession(member: string) {
  return and(eq(trainingSessions.id, trainingReservations.trainingSessionId), visibleTo(member));
}

function selectReservations(db: Queryable, member: string, which: SQL | undefined) {
  return db
    .select(seen)
    .from(trainingReservations)
    .innerJoin(gyms, eq(gyms.id, trainingReservations.gymId))
    .leftJoin(trainingSessions, isSeenSession(member))
    .where(and(eq(sub, member), which))
    .$dynamic();
}

export function selectReservation(db: Queryable, member: string, reservationId: number) {
  return selectReservations(db, member, eq(id, reservationId));
}

export interface ReservationFilter {
  readonly sub: string;
  readonly from: TimePosition | null;
  readonly limit: number;
}

/** Those that stand and are not over, earliest first; by the index `training_reservations_of_member`. */
export function selectUpcoming(db: Queryable, filter: ReservationFilter, now: Date) {
  const { from, limit } = filter;
  const rest = from === null ? undefined : isAfter(startsAt, id, from);
  const ahead = and(isNull(cancelledAt), startsAfterLongest(now), gt(endsAt, now), rest);
  return selectReservations(db, filter.sub, ahead).orderBy(asc(startsAt), asc(id)).limit(limit);
}

/** Those that are over or were cancelled, newest first; by the same index. */
export function selectPast(db: Queryable, filter: ReservationFilter, now: Date) {
  const { from, limit } = filter;
  const rest = from === null ? undefined : isBefore(startsAt, id, from);
  const past = and(or(lte(endsAt, now), isNotNull(cancelledAt)), rest);
  return selectReservations(db, filter.sub, past).orderBy(desc(startsAt), desc(id)).limit(limit);
}
