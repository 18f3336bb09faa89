import type { TypeBout, TypeHourWait } from '@tanren/domain/machines/machine-waits';
import { and, asc, eq, gte, isNull, lt, notExists, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { gymTypeHours, machines } from '#db/schema/machines.ts';
import { unlinkedBouts } from '#db/schema/workout-records.ts';
import { workouts } from '#db/schema/workouts.ts';

/** Lists the gyms whose waits were last computed before this gym day. */
export async function listDueGyms(db: Queryable, today: string): Promise<number[]> {
  const computed = db
    .select({ one: sql`1` })
    .from(gymTypeHours)
    .where(and(eq(gymTypeHours.gymId, gyms.id), gte(gymTypeHours.computedOn, today)));
  const rows = await db
    .select({ id: gyms.id })
    .from(gyms)
    .where(notExists(computed))
    .orderBy(asc(gyms.id));
  return rows.map(({ id }) => id);
}

interface Period {
  readonly from: Date;
  readonly until: Date;
}

/** Selects the bouts of members on the machines of a gym, retired ones too. */
export function selectBouts(db: Queryable, gymId: number, { from, until }: Period) {
  const { startedAt, endedAt } = workouts;
  return db
    .select({ workoutTypeId: machines.workoutTypeId, startedAt, endedAt })
    .from(machines)
    .innerJoin(
      workouts,
      and(
        eq(workouts.machineId, machines.id),
        gte(workouts.startedAt, from),
        lt(workouts.startedAt, until),
      ),
    )
    .where(eq(machines.gymId, gymId));
}

/**
 * Selects the bouts that nobody has claimed. Most of them are of people without the app. Their rows
 * last for a month.
 */
export function selectUnlinkedBouts(db: Queryable, gymId: number, { from, until }: Period) {
  const { machineId, startedAt, endedAt, receivedAt, takenAt } = unlinkedBouts;
  return db
    .select({ workoutTypeId: machines.workoutTypeId, startedAt, endedAt })
    .from(unlinkedBouts)
    .innerJoin(machines, and(eq(machines.id, machineId), eq(machines.gymId, gymId)))
    .where(and(gte(receivedAt, from), gte(startedAt, from), lt(startedAt, until), isNull(takenAt)));
}

export async function readAllBouts(
  db: Queryable,
  gymId: number,
  period: Period,
): Promise<TypeBout[]> {
  return [
    ...(await selectBouts(db, gymId, period)),
    ...(await selectUnlinkedBouts(db, gymId, period)),
  ];
}

/** Counts the machines by type that are not retired. Those under inspection come back. */
export async function countMachinesByType(
  db: Queryable,
  gymId: number,
): Promise<Map<number, number>> {
  const rows = await db
    .select({
      workoutTypeId: machines.workoutTypeId,
      count: sql`count(*)`.mapWith(Number),
    })
    .from(machines)
    .where(and(eq(machines.gymId, gymId), isNull(machines.retiredAt)))
    .groupBy(machines.workoutTypeId);
  return new Map(rows.map(({ workoutTypeId, count }) => [workoutTypeId, count]));
}

const maxRowsPerInsert = 1000;

/** Replaces all rows of a gym. Of several nodes one waits for the other. */
export async function replaceWaits(
  tx: Transaction,
  gymId: number,
  computedOn: string,
  waits: readonly TypeHourWait[],
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.machineWaits}, ${gymId})`);
  await tx.delete(gymTypeHours).where(eq(gymTypeHours.gymId, gymId));
  for (let at = 0; at < waits.length; at += maxRowsPerInsert) {
    const rows = waits.slice(at, at + maxRowsPerInsert);
    await tx.insert(gymTypeHours).values(rows.map((row) => ({ gymId, computedOn, ...row })));
  }
}

/** Selects the waits of a gym by weekday and hour. */
export function selectWaits(db: Queryable, gymId: number) {
  const { weekday, hour, workoutTypeId } = gymTypeHours;
  return db
    .select()
    .from(gymTypeHours)
    .where(eq(gymTypeHours.gymId, gymId))
    .orderBy(asc(weekday), asc(hour), asc(workoutTypeId));
}

/** Selects the mean waits on a weekday from an hour on. */
export function selectTypicalWaits(
  db: Queryable,
  gymId: number,
  weekday: number,
  fromHour: number,
) {
  const { hour, workoutTypeId, days, waitSeconds } = gymTypeHours;
  return db
    .select({ hour, workoutTypeId, days, waitSeconds })
    .from(gymTypeHours)
    .where(
      and(eq(gymTypeHours.gymId, gymId), eq(gymTypeHours.weekday, weekday), gte(hour, fromHour)),
    );
}
