import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import { isId } from '#db/long-ids/is-id.ts';
import { isAfter, selectMicros, type TimePosition } from '#db/time-cursor.ts';
import { gyms } from '#db/schema/gyms.ts';
import { userInfos } from '#db/schema/members.ts';
import { workoutCorrections, type WorkoutCorrectionRow } from '#db/schema/workout-records.ts';
import { workouts, workoutSets } from '#db/schema/workouts.ts';

export async function countCorrections(tx: Transaction, sub: string, since: Date): Promise<number> {
  const { madeAt } = workoutCorrections;
  return await tx.$count(
    workoutCorrections,
    and(eq(workoutCorrections.sub, sub), gt(madeAt, since)),
  );
}

export async function insertCorrection(
  tx: Transaction,
  correction: typeof workoutCorrections.$inferInsert,
): Promise<void> {
  await tx.insert(workoutCorrections).values(correction);
}

/**
 * Finds the member's last correction of a record. A caller that changes it has locked the record.
 */
export async function findLastCorrection(
  db: Queryable,
  sub: string,
  workoutId: number,
): Promise<WorkoutCorrectionRow | null> {
  const [found] = await db
    .select()
    .from(workoutCorrections)
    .where(and(isId(workoutCorrections.workoutId, workoutId), eq(workoutCorrections.sub, sub)))
    .orderBy(desc(workoutCorrections.id))
    .limit(1);
  return found ?? null;
}

export async function findCorrection(
  db: Queryable,
  id: number,
): Promise<WorkoutCorrectionRow | null> {
  const [found] = await db.select().from(workoutCorrections).where(eq(workoutCorrections.id, id));
  return found ?? null;
}

type Decision = Pick<WorkoutCorrectionRow, 'state' | 'decidedAt' | 'decisionReason'>;

export async function closeCorrection(
  tx: Transaction,
  id: number,
  decision: Decision,
): Promise<void> {
  await tx.update(workoutCorrections).set(decision).where(eq(workoutCorrections.id, id));
}

/** Maximum number of overwritten records that one round restores. */
const maxRestored = 100;

/** Lists records with a pending correction whose sets are not those from before the correction. */
export async function listOverwrittenRecords(db: Database) {
  const { sub, workoutId, before, state, madeAt } = workoutCorrections;
  return await db
    .select({ sub, workoutId })
    .from(workoutCorrections)
    .innerJoin(workouts, eq(workouts.id, workoutId))
    .where(
      and(
        sql`${state} = 'pending'`,
        sql`(select jsonb_agg(s.rep_loads_hg order by s.position) from ${workoutSets} s
            where s.workout_id = ${workoutId})
          is distinct from
          (select jsonb_agg(one -> 'repLoadsHg') from jsonb_array_elements(${before}) one)`,
      ),
    )
    .orderBy(asc(madeAt))
    .limit(maxRestored);
}

interface PendingFilter {
  readonly gymId: number | null;
  readonly from: TimePosition | null;
  readonly limit: number;
}

/**
 * Selects the corrections that wait for staff, oldest first. Corrections of rejected records are
 * left out, because those records are not among the workouts.
 */
export function selectPendingCorrections(db: Queryable, { gymId, from, limit }: PendingFilter) {
  const { id, madeAt } = workoutCorrections;
  return db
    .select({
      id,
      madeAt,
      member: workoutCorrections.sub,
      nickname: userInfos.nickname,
      workoutId: workoutCorrections.workoutId,
      workoutTypeId: workouts.workoutTypeId,
      gymId: workoutCorrections.gymId,
      gymName: gyms.name,
      machineId: workouts.machineId,
      startedAt: workouts.startedAt,
      gymDay: workouts.gymDay,
      reason: workoutCorrections.reason,
      before: workoutCorrections.before,
      after: workoutCorrections.after,
      micros: selectMicros(madeAt),
    })
    .from(workoutCorrections)
    .innerJoin(workouts, eq(workouts.id, workoutCorrections.workoutId))
    .innerJoin(userInfos, eq(userInfos.sub, workoutCorrections.sub))
    .innerJoin(gyms, eq(gyms.id, workoutCorrections.gymId))
    .where(
      and(
        // The state is a constant, so that every plan can use the index of pending corrections.
        sql`${workoutCorrections.state} = 'pending'`,
        gymId === null ? undefined : eq(workoutCorrections.gymId, gymId),
        from === null ? undefined : isAfter(madeAt, id, from),
      ),
    )
    .orderBy(asc(madeAt), asc(id))
    .limit(limit);
}

/** A correction that waits for staff. */
export type PendingCorrection = Awaited<ReturnType<typeof selectPendingCorrections>>[number];
