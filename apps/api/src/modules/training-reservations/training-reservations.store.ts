import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import {
  type TrainingReservationRow,
  trainingReservations,
} from '#db/schema/training-reservations.ts';
import { trainingSessions } from '#db/schema/training-sessions.ts';
import { visibleTo } from '#db/session-visibility.ts';

/** No slot is longer than a day, which lets the index by start find what has not ended. */
const longestSlotMs = 24 * 60 * 60 * 1000;

export function startsAfterLongest(instant: Date) {
  return gt(trainingReservations.startsAt, new Date(instant.getTime() - longestSlotMs - 1));
}

/** Those that stand and are not over: a handful at most. */
export function selectAhead(db: Queryable, member: string, now: Date) {
  const { id, sub, startsAt, endsAt, cancelledAt } = trainingReservations;
  return db
    .select({ id, startsAt, endsAt })
    .from(trainingReservations)
    .where(and(eq(sub, member), isNull(cancelledAt), startsAfterLongest(now), gt(endsAt, now)));
}

/** The same of several members at once. */
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
  reservation: Omit<
    TrainingReservationRow,
    'id' | 'sequence' | 'cancelledAt' | 'gymCancelReason' | 'codesShownAt'
  >,
): Promise<number> {
  const [made] = await tx
    .insert(trainingReservations)
    .values(reservation)
    .returning({ id: trainingReservations.id });
  if (made === undefined) throw new Error('an inserted row was not returned');
  return made.id;
}

export type OwnReservation = Pick<TrainingReservationRow, 'id' | 'sub'>;

/** With the gym's deadline; null: not the member's, or not there at all. */
export async function findReservation(db: Queryable, { id, sub }: OwnReservation) {
  const [found] = await db
    .select({ row: trainingReservations, deadlineMinutes: gyms.cancelDeadlineMinutes })
    .from(trainingReservations)
    .innerJoin(gyms, eq(gyms.id, trainingReservations.gymId))
    .where(and(eq(trainingReservations.id, id), eq(trainingReservations.sub, sub)));
  return found === undefined ? null : { ...found.row, deadlineMinutes: found.deadlineMinutes };
}

type Change = Partial<
  Pick<
    TrainingReservationRow,
    'gymDay' | 'startsAt' | 'endsAt' | 'place' | 'trainingSessionId' | 'cancelledAt' | 'email'
  >
>;

/**
 * Keeps its id; calendars learn by the sequence that it is not what it was. False: the gym has
 * cancelled it since it was looked at, and it stays so.
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

/** A session the member may see, kept until the transaction ends, because a row will name it. */
export async function holdSession(
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
