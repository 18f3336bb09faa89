import type { GymFloor, StaffFloor } from '@tanren/contract/machines/gym-floor';
import { findOpenTime } from '@tanren/domain/gyms/gym-hours';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import {
  arrangeFloor,
  cropFloor,
  type FloorMachine,
  type FloorState,
  isSameCell,
} from '@tanren/domain/machines/floor';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import { readGymHours } from '#modules/gyms/gym-rules.service.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { listChanges, logAuditEntry } from '#modules/staff/audit-log.service.ts';
import {
  findFloorVersion,
  lockFloor,
  replaceCells,
  selectFloorMachines,
} from './gym-floor.store.ts';
import { findGymName } from './machines.store.ts';

/** Reads the floor of a gym as a member sees it. It never contains another member. */
export async function readGymFloor(
  db: Queryable,
  { gymId, sub }: { readonly gymId: number; readonly sub: string },
  now: Date,
): Promise<GymFloor> {
  const today = toGymDay(now);
  // Yesterday's gym day may last until past midnight.
  const days = [addDays(today, -1), today] as const;
  const [found, stored] = await Promise.all([
    readGymHours(db, gymId, ...days),
    selectFloorMachines(db, gymId, now),
  ]);
  if (found === null) throw new AppError('not_found');
  const byId = new Map(stored.map((machine) => [machine.machineId, machine]));
  const floor = cropFloor(arrangeFloor(stored));
  return {
    at: now.toISOString(),
    open: days.some((day) => {
      const time = findOpenTime(found.hours, day);
      return time !== null && time.opensAt <= now && now < time.closesAt;
    }),
    ...floor,
    machines: floor.machines.flatMap((placed) => {
      const machine = byId.get(placed.machineId);
      if (machine === undefined) return [];
      const { workoutTypeId, holder } = machine;
      const isHeld = holder !== null && holder !== sub && !machine.inUse;
      return [
        {
          ...placed,
          workoutTypeId,
          // Pages of the previous release know no held machines.
          state: isHeld ? 'used' : findState(machine),
          ...(isHeld && { held: true }),
          ...(holder === sub && { heldByMe: true }),
        },
      ];
    }),
  };
}

interface MachineState {
  readonly online: boolean;
  readonly inUse: boolean;
  readonly inspectionSince: Date | null;
}

function findState({ online, inUse, inspectionSince }: MachineState): FloorState {
  if (inUse) return 'used';
  if (inspectionSince !== null) return 'inspection';
  return online ? 'free' : 'offline';
}

export async function readStaffFloor(db: Queryable, gymId: number, now: Date): Promise<StaffFloor> {
  const gymName = await findGymName(db, gymId);
  if (gymName === null) throw new AppError('not_found');
  const stored = await selectFloorMachines(db, gymId, now);
  const placed = new Map(arrangeFloor(stored).map((one) => [one.machineId, one]));
  return {
    gymId,
    gymName,
    version: await findFloorVersion(db, gymId),
    machines: stored.flatMap(({ machineId, workoutTypeId }) => {
      const cell = placed.get(machineId);
      return cell === undefined ? [] : [{ ...cell, workoutTypeId }];
    }),
  };
}

interface FloorChange {
  readonly staffSub: string;
  readonly gymId: number;
  /** Version of the plan that the change was based on. */
  readonly version: number;
  readonly machines: readonly FloorMachine[];
}

/**
 * Saves the places of a gym's machines. A request that changes nothing is not logged and never
 * stale, because it repeats a change after a lost answer. A machine that was retired in the
 * meantime is left out, and a new one gets a place by itself.
 */
export async function saveFloor(
  db: Queryable,
  lockAccount: LockAccount,
  { staffSub, gymId, version, machines: sent }: FloorChange,
  now: Date,
): Promise<StaffFloor> {
  rejectSharedCells(sent);
  return await db.transaction(async (tx) => {
    await lockAccount(tx, staffSub);
    const gymName = await findGymName(tx, gymId);
    if (gymName === null) throw new AppError('not_found');
    const current = await lockFloor(tx, gymId);
    const stored = await selectFloorMachines(tx, gymId, now);
    const placed = sent.filter(({ machineId }) =>
      stored.some((machine) => machine.machineId === machineId),
    );
    const saved = stored.flatMap(({ machineId, cell }) =>
      cell === null ? [] : [{ machineId, ...cell }],
    );
    const isSaved =
      saved.length === placed.length &&
      placed.every((one) =>
        saved.some((other) => other.machineId === one.machineId && isSameCell(other, one)),
      );
    if (!isSaved) {
      if (current !== version) throw new AppError('stale_version');
      const changes = listChanges(describeCells(arrangeFloor(stored)), describeCells(placed));
      await replaceCells(tx, gymId, placed);
      const entry = { staffSub, action: 'machine.floor', target: gymName, changes } as const;
      await logAuditEntry(tx, entry, now);
    }
    return await readStaffFloor(tx, gymId, now);
  });
}

/** Throws if two machines are in one cell, or one machine is in two. */
function rejectSharedCells(machines: readonly FloorMachine[]): void {
  const fields = machines.flatMap((one, index) => {
    const isTaken = machines
      .slice(0, index)
      .some((other) => other.machineId === one.machineId || isSameCell(other, one));
    const message = 'has the cell or the number of another machine';
    return isTaken ? [{ path: `/machines/${index}`, in: 'body' as const, message }] : [];
  });
  if (fields.length > 0) throw new AppError('invalid_request', { fields });
}

/** Describes the places for the audit log, with one field for each machine. */
function describeCells(machines: readonly FloorMachine[]) {
  return Object.fromEntries(
    machines.map(({ machineId, column, row }) => [
      `machine${machineId}`,
      `左から${column}・上から${row}`,
    ]),
  ) as Record<`machine${number}`, string>;
}
