import { type FloorMachine, maxFloorMachines } from '@tanren/domain/machines/floor';
import { idleReleaseMs } from '@tanren/domain/machines/machine-links';
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import {
  floorCells,
  gymFloors,
  machineHolds,
  machines,
  tanrenConnections,
} from '#db/schema/machines.ts';
import { isHeldAt } from './holds/machine-holds.store.ts';

/**
 * Selects the machines in use with their cells and states. Of a link it shows only that there is
 * one. The member of a hold is for comparison only.
 */
export function selectFloorMachines(db: Queryable, gymId: number, now: Date) {
  const idleSince = new Date(now.getTime() - idleReleaseMs);
  const isLinked = and(
    eq(tanrenConnections.machineId, machines.id),
    isNull(tanrenConnections.endedAt),
    // Idle links are left out, because they are released within half a minute.
    gt(tanrenConnections.lastActiveAt, idleSince),
  );
  return db
    .select({
      machineId: machines.id,
      workoutTypeId: machines.workoutTypeId,
      online: machines.online,
      inspectionSince: machines.inspectionSince,
      // With `exists` or a join, PostgreSQL would read the open links of all gyms.
      inUse: sql<boolean>`coalesce(${machines.usedUntil} > ${now}
        or (select true from ${tanrenConnections} where ${isLinked}), false)`,
      // A join that finds no row returns no object.
      cell: { column: floorCells.column, row: floorCells.row },
      holder: machineHolds.sub,
    })
    .from(machines)
    .leftJoin(
      floorCells,
      and(eq(floorCells.machineId, machines.id), eq(floorCells.gymId, machines.gymId)),
    )
    .leftJoin(machineHolds, and(eq(machineHolds.machineId, machines.id), isHeldAt(now)))
    .where(and(eq(machines.gymId, gymId), isNull(machines.retiredAt)))
    .orderBy(asc(machines.id))
    .limit(maxFloorMachines);
}

/** Returns the version of a gym's plan, which is 0 before staff have saved one. */
export async function findFloorVersion(db: Queryable, gymId: number): Promise<number> {
  const [found] = await db.select().from(gymFloors).where(eq(gymFloors.gymId, gymId));
  return found?.version ?? 0;
}

/** Locks the plan of a gym until the transaction ends, and returns its version. */
export async function lockFloor(tx: Transaction, gymId: number): Promise<number> {
  await tx.insert(gymFloors).values({ gymId }).onConflictDoNothing();
  const [found] = await tx
    .select({ version: gymFloors.version })
    .from(gymFloors)
    .where(eq(gymFloors.gymId, gymId))
    .for('no key update');
  if (found === undefined) throw new Error(`the floor of gym ${gymId} has no row`);
  return found.version;
}

/** Replaces the cells of all machines. Cells of retired machines become free. */
export async function replaceCells(
  tx: Transaction,
  gymId: number,
  placed: readonly FloorMachine[],
): Promise<void> {
  await tx.delete(floorCells).where(eq(floorCells.gymId, gymId));
  if (placed.length > 0) {
    await tx.insert(floorCells).values(placed.map((one) => ({ gymId, ...one })));
  }
  await tx
    .update(gymFloors)
    .set({ version: sql`${gymFloors.version} + 1` })
    .where(eq(gymFloors.gymId, gymId));
}
