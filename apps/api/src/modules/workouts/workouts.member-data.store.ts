import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { rejectedMessages } from '#db/schema/rejected-messages.ts';
import { tanrenConnections } from '#db/schema/tanren-connections.ts';
import { removedWorkouts, workoutBests, workouts } from '#db/schema/workouts.ts';

function linksOf(db: Queryable, sub: string) {
  return db
    .select({ id: tanrenConnections.id })
    .from(tanrenConnections)
    .where(eq(tanrenConnections.sub, sub));
}

/**
 * Every workout belongs to a link, and whoever stores one holds that link meanwhile: with all
 * of them locked, nothing of the member is on its way any more. In the order of the ingest.
 */
export async function lockLinks(tx: Transaction, sub: string): Promise<void> {
  await linksOf(tx, sub).orderBy(asc(tanrenConnections.id)).for('update');
}

/** The sets go with their workouts. What staff removed comes after them, as it is made of them. */
export async function deleteWorkouts(tx: Transaction, sub: string): Promise<void> {
  await tx.delete(workouts).where(eq(workouts.sub, sub));
  await tx.delete(removedWorkouts).where(eq(removedWorkouts.sub, sub));
  await tx.delete(workoutBests).where(eq(workoutBests.sub, sub));
}

/** They name the member by a link only: before the links. */
export async function deleteRejectedOf(tx: Transaction, sub: string): Promise<void> {
  await tx.delete(rejectedMessages).where(inArray(rejectedMessages.connectionId, linksOf(tx, sub)));
}

/** Bounded by the 90 days for which they are kept. */
export async function listRejectedOf(db: Queryable, sub: string, afterId: number, limit: number) {
  const { id, machineId, receivedAt, reason, workoutUuid, connectionId, payload } =
    rejectedMessages;
  return await db
    .select({ id, machineId, receivedAt, reason, workoutUuid, connectionId, payload })
    .from(rejectedMessages)
    .where(and(inArray(connectionId, linksOf(db, sub)), gt(id, afterId)))
    .orderBy(asc(id))
    .limit(limit);
}

/** Few: each was removed by hand. */
export async function listRemovedOf(db: Queryable, sub: string) {
  const { workoutUuid, workoutTypeId, machineId, startedAt, removedAt, reason } = removedWorkouts;
  return await db
    .select({ workoutUuid, workoutTypeId, machineId, startedAt, removedAt, reason })
    .from(removedWorkouts)
    .where(eq(removedWorkouts.sub, sub))
    .orderBy(asc(removedAt), asc(workoutUuid));
}
