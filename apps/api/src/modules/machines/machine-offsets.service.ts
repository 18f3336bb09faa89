import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import {
  centerOffsets,
  describeOffset,
  estimateOffset,
  findMove,
  type MachineFeel,
  type MachineOffset,
  type OffsetDay,
} from '@tanren/domain/machines/machine-offsets';
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import {
  machineOffsetDays,
  type MachineOffsetRow,
  machineOffsets,
  machines,
} from '#db/schema/machines.ts';

/** Number of days before today whose sums are read. Older ones count for nothing. */
const readDays = 366;

/** Returns the row of a machine, or `null` while nothing is known. */
export async function findMachineOffset(
  db: Queryable,
  machineId: number,
): Promise<MachineOffsetRow | null> {
  const [found] = await db
    .select()
    .from(machineOffsets)
    .where(eq(machineOffsets.machineId, machineId));
  return found ?? null;
}

/** Returns how a machine feels against others of its type, or `null` without a clear difference. */
export function describeFeel(
  row: Pick<MachineOffsetRow, 'mean' | 'sd'> | null,
): MachineFeel | null {
  return row === null ? null : describeOffset({ offset: row.mean, precision: 1 / row.sd ** 2 });
}

/**
 * Recomputes the offsets of all machines, gym by gym in small transactions. Only the differences of
 * machines of one type in one gym can be measured, because most members train in one gym. Several
 * nodes may run it at once.
 */
export async function updateMachineOffsets(db: Database, now: Date): Promise<void> {
  for (let gymId = 0; ;) {
    const [next] = await db
      .select({ id: gyms.id })
      .from(gyms)
      .where(gt(gyms.id, gymId))
      .orderBy(asc(gyms.id))
      .limit(1);
    if (next === undefined) return;
    gymId = next.id;
    await db.transaction(async (tx) => await updateGym(tx, next.id, toGymDay(now)));
  }
}

async function updateGym(tx: Transaction, gymId: number, today: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.machineOffsets}, ${gymId})`);
  const ofGym = await tx
    .select({ id: machines.id, workoutTypeId: machines.workoutTypeId })
    .from(machines)
    .where(eq(machines.gymId, gymId))
    .orderBy(asc(machines.id));
  const ids = ofGym.map(({ id }) => id);
  if (ids.length === 0) return;
  await mergeDays(tx, ids);
  const days = await readDaysOf(tx, ids, addDays(today, -readDays));
  // Machines of a type without any evidence have no offset.
  const measured = ofGym.filter(({ id }) => days.has(id));
  const rows = [...new Set(measured.map(({ workoutTypeId }) => workoutTypeId))].flatMap(
    (typeId) => {
      const own = ofGym
        .filter(({ workoutTypeId }) => workoutTypeId === typeId)
        .map(({ id }) => ({ id, days: days.get(id) ?? [] }));
      const offsets = centerOffsets(own.map((one) => estimateOffset(one.days, today)));
      return own.map((one, at) => toRow(one, offsets[at], today));
    },
  );
  const known = rows.map(({ machineId }) => machineId);
  const rest = ids.filter((id) => !known.includes(id));
  await tx.delete(machineOffsets).where(inArray(machineOffsets.machineId, rest));
  if (rows.length === 0) return;
  const { mean, sd, moved, movedSince } = machineOffsets;
  const set = Object.fromEntries(
    Object.entries({ mean, sd, moved, movedSince }).map(([key, { name }]) => [
      key,
      sql`excluded.${sql.identifier(name)}`,
    ]),
  );
  await tx
    .insert(machineOffsets)
    .values(rows)
    .onConflictDoUpdate({ target: machineOffsets.machineId, set });
}

interface MeasuredMachine {
  readonly id: number;
  readonly days: readonly OffsetDay[];
}

function toRow(
  { id, days }: MeasuredMachine,
  found: MachineOffset | undefined,
  today: string,
): MachineOffsetRow {
  if (found === undefined) throw new Error('a machine has no estimate');
  const move = findMove(days, today);
  return {
    machineId: id,
    mean: found.offset,
    sd: 1 / Math.sqrt(found.precision),
    moved: move === null ? null : Math.log1p(move.percent / 100),
    movedSince: move?.sinceDay ?? null,
  };
}

/** Merges the rows of each day into one, because every batch of workouts adds rows. */
async function mergeDays(tx: Transaction, machineIds: readonly number[]): Promise<void> {
  const { machineId, gymDay } = machineOffsetDays;
  const ids = sql`any(${sql.param([...machineIds])}::int[])`;
  await tx.execute(sql`
    with taken as (
      delete from ${machineOffsetDays} where (${machineId}, ${gymDay}) in (
        select machine_id, gym_day from ${machineOffsetDays} where machine_id = ${ids}
        group by 1, 2 having count(*) > 1)
      returning *
    )
    insert into ${machineOffsetDays} (machine_id, gym_day, workouts, precision, weighted)
    select machine_id, gym_day, sum(workouts), sum(precision), sum(weighted) from taken
    group by 1, 2 having sum(workouts) <> 0`);
}

async function readDaysOf(
  tx: Transaction,
  machineIds: readonly number[],
  since: string,
): Promise<Map<number, OffsetDay[]>> {
  const { machineId, gymDay, workouts, precision, weighted } = machineOffsetDays;
  const rows = await tx
    .select({ machineId, gymDay, workouts, precision, weighted })
    .from(machineOffsetDays)
    .where(and(inArray(machineId, [...machineIds]), gt(gymDay, since)))
    .orderBy(asc(machineId), asc(gymDay));
  const days = new Map<number, OffsetDay[]>();
  for (const { machineId: id, ...day } of rows) days.set(id, [...(days.get(id) ?? []), day]);
  return days;
}
