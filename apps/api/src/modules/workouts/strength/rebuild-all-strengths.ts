import { type SQL, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import { type Database, runLongTransaction } from '#db/database.ts';
import { machineOffsetDays } from '#db/schema/machines.ts';
import { strengthStates, workoutBests, workouts } from '#db/schema/workouts.ts';
import type { MemberType } from '#modules/workouts/member-type.ts';
import { lockExistingBests } from '#modules/workouts/workout-bests.ts';
import { rebuildStrength } from './rebuild-strength.ts';

/** Number of members and types per transaction. Their workouts wait for it. */
const batchSize = 20;

/** Enough to read a hundred million workouts. */
const longestReadMs = 60 * 60_000;

/**
 * Recomputes every state of strength and the sums of the machines from the stored workouts, and
 * returns how many states there are. Workouts may arrive meanwhile. It may be interrupted and
 * repeated.
 */
export async function rebuildAllStrengths(db: Database): Promise<number> {
  let count = 0;
  for (let last: MemberType | null = null; ;) {
    const pairs = await listPairs(db, last);
    for (const pair of pairs) last = pair;
    if (pairs.length === 0) break;
    await db.transaction(async (tx) => {
      for (const pair of await lockExistingBests(tx, pairs)) await rebuildStrength(tx, pair);
    });
    count += pairs.length;
  }
  await deleteOrphans(db);
  await repairOffsetDays(db);
  return count;
}

async function listPairs(db: Database, after: MemberType | null): Promise<MemberType[]> {
  const { sub, workoutTypeId } = workoutBests;
  return await db
    .select({ sub, workoutTypeId })
    .from(workoutBests)
    .where(
      after === null
        ? undefined
        : sql`(${sub}, ${workoutTypeId}) > (${after.sub}, ${after.workoutTypeId})`,
    )
    .orderBy(sub, workoutTypeId)
    .limit(batchSize);
}

/** Deletes the states of members and types without workouts. */
async function deleteOrphans(db: Database): Promise<void> {
  await runLongTransaction(db, longestReadMs, async (tx) => {
    await tx.execute(sql`
      delete from ${strengthStates} s where not exists (
        select from ${workoutBests} b
        where b.sub = s.sub and b.workout_type_id = s.workout_type_id)`);
  });
}

/**
 * Adds what the sums lack. One statement reads the workouts and the sums at the same moment, and a
 * workout that arrives later adds to both, so nothing needs a lock but the command itself.
 */
async function repairOffsetDays(db: Database): Promise<void> {
  await runLongTransaction(db, longestReadMs, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.machineOffsets}, 0)`);
    await tx.execute(repairStatement);
  });
}

const repairStatement: SQL = sql`
  insert into ${machineOffsetDays} (machine_id, gym_day, workouts, precision, weighted)
  select machine_id, gym_day, sum(workouts), sum(precision), sum(weighted)
  from (
    select m.id as machine_id, gym_day, 1 as workouts, offset_precision as precision, m.weighted
    from ${workouts}, lateral (values (machine_id, offset_weighted),
      (last_machine_id, last_offset_weighted)) as m (id, weighted)
    where offset_precision is not null
    union all
    select machine_id, gym_day, -workouts, -precision, -weighted from ${machineOffsetDays}
  ) as differences
  group by 1, 2
  having sum(workouts) <> 0 or sum(precision) <> 0 or sum(weighted) <> 0`;
