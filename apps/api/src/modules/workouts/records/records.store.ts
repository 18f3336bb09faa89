import { makeRecords } from '@tanren/domain/workouts/rankings';
import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { isId } from '#db/long-ids/is-id.ts';
import { withheldRecords, workoutCorrections, workoutEvents } from '#db/schema/workout-records.ts';
import { type WorkoutRow, workouts } from '#db/schema/workouts.ts';

/** Returns the time from which the limits of a day count. */
export function dayAgo(now: Date): Date {
  return new Date(now.getTime() - 24 * 60 * 60 * 1000);
}

/**
 * Locks the member against erasure, and serializes the member's changes of their own records. Of
 * several simultaneous calls each sees the changes before it, so that a burst cannot exceed a
 * limit.
 */
export async function lockOwnRecords(tx: Transaction, sub: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${advisoryLocks.memberErasure})`);
  await tx.execute(
    sql`select pg_advisory_xact_lock(${advisoryLocks.memberRecords}, hashtext(${sub}))`,
  );
}

/* Events of a record. */

type NewEvent = typeof workoutEvents.$inferInsert;

export async function insertEvents(tx: Transaction, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0) await tx.insert(workoutEvents).values([...events]);
}

/** Lists the newest events of a record, oldest first. */
export async function listEvents(db: Queryable, sub: string, workoutId: number, limit: number) {
  const newest = await db
    .select()
    .from(workoutEvents)
    .where(isOfRecord(sub, workoutId))
    .orderBy(desc(workoutEvents.id))
    .limit(limit);
  return newest.toReversed();
}

export async function countEvents(
  tx: Transaction,
  sub: string,
  workoutId: number,
): Promise<number> {
  return await tx.$count(workoutEvents, isOfRecord(sub, workoutId));
}

function isOfRecord(sub: string, workoutId: number) {
  return and(isId(workoutEvents.workoutId, workoutId), eq(workoutEvents.sub, sub));
}

export async function countRejections(tx: Transaction, sub: string, since: Date): Promise<number> {
  const { at, kind } = workoutEvents;
  const ofMember = and(eq(workoutEvents.sub, sub), gt(at, since), eq(kind, 'rejected'));
  return await tx.$count(workoutEvents, ofMember);
}

/** Deletes the events and corrections of records that were deleted for good. */
export async function deleteTraces(tx: Transaction, workoutIds: readonly number[]): Promise<void> {
  const ids = [...workoutIds];
  await tx.delete(workoutEvents).where(inArray(workoutEvents.workoutId, ids));
  await tx.delete(workoutCorrections).where(inArray(workoutCorrections.workoutId, ids));
}

export async function markClaimed(
  tx: Transaction,
  workoutIds: readonly number[],
  now: Date,
): Promise<void> {
  await tx
    .update(workouts)
    .set({ claimedAt: now })
    .where(inArray(workouts.id, [...workoutIds]));
}

/*
 * Withheld records, against which growth is measured besides the workouts. See the table's comment.
 */

/**
 * Stores the record's values unless they are already stored. If a record with a pending correction
 * is rejected too, the values from before the correction remain.
 */
export async function withhold(tx: Transaction, workout: WorkoutRow): Promise<void> {
  const { id, sub, workoutTypeId, startedAt } = workout;
  const records = makeRecords((field) => workout[field]);
  await tx
    .insert(withheldRecords)
    .values({ workoutId: id, sub, workoutTypeId, startedAt, ...records })
    .onConflictDoNothing();
}

export async function release(tx: Transaction, workoutId: number): Promise<void> {
  await tx.delete(withheldRecords).where(eq(withheldRecords.workoutId, workoutId));
}
