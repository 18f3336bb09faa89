import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import {
  machineOffsets,
  type MachineRow,
  machines,
  rejectedMessages,
  tanrenConnections,
} from '#db/schema/machines.ts';

interface MachineFilter {
  readonly gymId?: number | undefined;
  readonly machineId?: number;
  /** Last machine of the page before. `null` for the first page. */
  readonly after?: MachinePosition | null;
  readonly limit: number;
}

export interface MachinePosition {
  readonly gymId: number;
  readonly id: number;
}

/** Selects machines without their secrets. Of a link it shows only that there is one. */
export function selectMachines(db: Queryable, filter: MachineFilter, rejectedSince: Date) {
  const { gymId, machineId, after = null, limit } = filter;
  const isLinked = and(
    eq(tanrenConnections.machineId, machines.id),
    isNull(tanrenConnections.endedAt),
  );
  // One query counts the messages of all machines, because separate ones may read the whole day for
  // each machine.
  const rejected = db
    .select({
      machineId: rejectedMessages.machineId,
      messages: sql<number>`count(*)::int`.as('messages'),
    })
    .from(rejectedMessages)
    .where(gt(rejectedMessages.receivedAt, rejectedSince))
    .groupBy(rejectedMessages.machineId)
    .as('rejected');
  return db
    .select({
      id: machines.id,
      gymId: machines.gymId,
      gymName: gyms.name,
      workoutTypeId: machines.workoutTypeId,
      minLoadHg: machines.minLoadHg,
      maxLoadHg: machines.maxLoadHg,
      loadStepHg: machines.loadStepHg,
      firmware: machines.firmware,
      description: machines.description,
      online: machines.online,
      lastSeenAt: machines.lastSeenAt,
      inUse: sql<boolean>`exists (select from ${tanrenConnections} where ${isLinked})`,
      rejected: sql<number>`coalesce(${rejected.messages}, 0)`,
      createdAt: machines.createdAt,
      retiredAt: machines.retiredAt,
      inspectionSince: machines.inspectionSince,
      inspectionNote: machines.inspectionNote,
      // A join that finds no row returns no object.
      offset: {
        mean: machineOffsets.mean,
        sd: machineOffsets.sd,
        moved: machineOffsets.moved,
        movedSince: machineOffsets.movedSince,
      },
    })
    .from(machines)
    .innerJoin(gyms, eq(gyms.id, machines.gymId))
    .leftJoin(rejected, eq(rejected.machineId, machines.id))
    .leftJoin(machineOffsets, eq(machineOffsets.machineId, machines.id))
    .where(
      and(
        gymId === undefined ? undefined : eq(machines.gymId, gymId),
        machineId === undefined ? undefined : eq(machines.id, machineId),
        // The columns are compared as a pair, because PostgreSQL then finds the position in the
        // index itself.
        after === null
          ? undefined
          : sql`(${machines.gymId}, ${machines.id}) > (${after.gymId}::integer, ${after.id}::integer)`,
      ),
    )
    .orderBy(asc(machines.gymId), asc(machines.id))
    .limit(limit);
}
export type DescribedMachine = Awaited<ReturnType<typeof selectMachines>>[number];

type LockedMachine = Pick<MachineRow, 'retiredAt' | 'inspectionSince' | 'inspectionNote'>;

/** Locks a machine, so that no other transaction changes it until this one ends. */
export async function lockMachine(tx: Queryable, id: number): Promise<LockedMachine | null> {
  const { retiredAt, inspectionSince, inspectionNote } = machines;
  const [found] = await tx
    .select({ retiredAt, inspectionSince, inspectionNote })
    .from(machines)
    .where(eq(machines.id, id))
    .for('no key update');
  return found ?? null;
}

/** Begins, changes or ends the inspection of a machine. */
export async function updateInspection(
  tx: Queryable,
  id: number,
  inspection: Pick<MachineRow, 'inspectionSince' | 'inspectionNote'>,
): Promise<void> {
  await tx.update(machines).set(inspection).where(eq(machines.id, id));
}
