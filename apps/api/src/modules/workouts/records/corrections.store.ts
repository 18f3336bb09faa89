import type { WorkoutSummary } from '@tanren/domain/workouts/workouts';
import { and, asc, eq, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { isId } from '#db/long-ids/is-id.ts';
import { machines, tanrenConnections } from '#db/schema/machines.ts';
import { removedWorkouts, type WorkoutRow, workouts, workoutSets } from '#db/schema/workouts.ts';
import { cutMeasures, type StoredSet } from '#modules/workouts/set-measures.ts';

/**
 * Locks the member against erasure, and the links like the ingest does. The member needs a lock
 * too, because links are deleted after 90 days, and then no other lock would keep an erasure out.
 */
export async function lockMember(tx: Transaction, sub: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${advisoryLocks.memberErasure})`);
  await tx
    .select({ id: tanrenConnections.id })
    .from(tanrenConnections)
    .where(eq(tanrenConnections.sub, sub))
    .orderBy(asc(tanrenConnections.id))
    .for('key share');
}

export async function findWorkout(
  tx: Queryable,
  sub: string,
  id: number,
): Promise<WorkoutRow | null> {
  const [found] = await tx
    .select()
    .from(workouts)
    .where(and(isId(workouts.id, id), eq(workouts.sub, sub)));
  return found ?? null;
}

export async function findLoadRange(tx: Queryable, machineId: number) {
  const { minLoadHg, maxLoadHg, loadStepHg } = machines;
  const [range] = await tx
    .select({ minLoadHg, maxLoadHg, loadStepHg })
    .from(machines)
    .where(eq(machines.id, machineId));
  if (range === undefined) throw new Error(`machine ${machineId} is gone`);
  return range;
}

/** The columns of a record about its last correction. */
export interface CorrectionMark {
  /** `null` while the record is as the machine sent it. */
  readonly correctionReason: string | null;
  readonly correctedAt: Date | null;
  readonly correctionState: WorkoutRow['correctionState'];
}

/** Marks the record and leaves its sets unchanged. */
export async function markCorrection(
  tx: Transaction,
  workoutId: number,
  mark: CorrectionMark,
): Promise<void> {
  await tx.update(workouts).set(mark).where(eq(workouts.id, workoutId));
}

interface StoredCorrection extends CorrectionMark {
  readonly sets: readonly StoredSet[];
  readonly summary: WorkoutSummary;
}

export async function replaceSets(
  tx: Transaction,
  workoutId: number,
  { sets, summary, ...correction }: StoredCorrection,
): Promise<void> {
  await tx.delete(workoutSets).where(eq(workoutSets.workoutId, workoutId));
  const rows = sets.map((set, position) => {
    const { loadHg, repLoadsHg, repMs } = set;
    return { workoutId, position, loadHg, repLoadsHg, repMs, ...cutMeasures(set) };
  });
  await tx.insert(workoutSets).values(rows);
  await tx
    .update(workouts)
    .set({ ...summary, ...correction })
    .where(eq(workouts.id, workoutId));
}

/** Deletes a workout with its sets. Its uuid remains, so that the workout never comes back. */
export async function moveToRemoved(
  tx: Transaction,
  { id, workoutUuid, sub, workoutTypeId, machineId, startedAt }: WorkoutRow,
  reason: string,
  removedAt: Date,
): Promise<void> {
  const removed = { workoutUuid, sub, workoutTypeId, machineId, startedAt };
  await tx.insert(removedWorkouts).values({ ...removed, reason, removedAt });
  await tx.delete(workouts).where(eq(workouts.id, id));
}
