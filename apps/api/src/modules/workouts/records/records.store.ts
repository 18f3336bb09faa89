import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { withheldRecords, workoutCorrections, workoutEvents } from '#db/schema/workout-records.ts';
import { type WorkoutRow, workouts } from '#db/schema/workouts.ts';

/** From when on the limits of a day count. */
export function dayAgo(now: Date): Date {
  return new Date(now.getTime() - 24 * 60 * 60 * 1000);
}

/**
 * Locks the member against erasure, and what the member does to the own records one after the
 * other: of many calls at once each sees those before it, so that no burst slips past a limit.
 */
export async function lockOwnRecords(tx: Transaction, sub: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${advisoryLocks.memberErasure})`);
  await tx.execute(
    sql`select pg_advisory_xact_lock(${advisoryLocks.memberRecords}, hashtext(${sub}))`,
  );
}

/*
 * What happened to a record.
 */

type NewEvent = typeof workoutEvents.$inferInsert;

export async function insertEvents(tx: Transaction, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0) await tx.insert(workoutEvents).values([...events]);
}

/** The newest of a record, the oldest of them first. */
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
  return and(eq(workoutEvents.workoutId, workoutId), eq(workoutEvents.sub, sub));
}

export async function countRejections(tx: Transaction, sub: string, since: Date): Promise<number> {
  const { at, kind } = workoutEvents;
  const ofMember = and(eq(workoutEvents.sub, sub), gt(at, since), eq(kind, 'rejected'));
  return await tx.$count(workoutEvents, ofMember);
}

/** Of records that are gone for good. */
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
 * What growth is measured against besides the workouts, see the table.
 */

/** The first one stays: a pending correction that is rejected too was withheld as it was before. */
export async function withhold(tx: Transaction, workout: WorkoutRow): Promise<void> {
  const { id, sub, workoutTypeId, startedAt, maxHg, tfoHg } = workout;
  const record = { workoutId: id, sub, workoutTypeId, startedAt, maxHg, tfoHg };
  await tx.insert(withheldRecords).values(record).onConflictDoNothing();
}

export async function release(tx: Transaction, workoutId: number): Promise<void> {
  await tx.delete(withheldRecords).where(eq(withheldRecords.workoutId, workoutId));
}
