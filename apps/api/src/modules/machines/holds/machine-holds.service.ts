import { holdMs } from '@tanren/domain/machines/machine-holds';
import { isIdle } from '@tanren/domain/machines/machine-links';
import { AppError } from '#http/app-error.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import type { MachineHoldRow, MachineRow } from '#db/schema/machines.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import {
  deleteHolds,
  deleteMemberHold,
  findMemberHold,
  insertHold,
  lockHolds,
} from './machine-holds.store.ts';
import { findMachine } from '#modules/machines/machines.store.ts';
import {
  findMachineLink,
  lockMachine,
  lockMemberLinks,
} from '#modules/machines/tanren-connection.store.ts';

/** Returns whether the member's run under way has sets left for the machine, in its gym. */
export type IsMachineDue = (
  db: Queryable,
  sub: string,
  machine: Pick<MachineRow, 'gymId' | 'workoutTypeId'>,
  now: Date,
) => Promise<boolean>;

interface HoldRequest {
  readonly sub: string;
  readonly machineId: number;
}

interface NewHold {
  readonly hold: MachineHoldRow;
  /** `false` if the member held the machine before. A hold is never prolonged. */
  readonly isNew: boolean;
  /** Machine that the member held before. `null` if there was none, or it is the same. */
  readonly releasedId: number | null;
}

/**
 * Holds a machine for a member. Account, member and machine are locked in the order of a link, so a
 * machine is not linked and held at once. The keys of the table are the last guard.
 */
export async function holdMachine(
  db: Queryable,
  lockAccount: LockAccount,
  isDue: IsMachineDue,
  { sub, machineId }: HoldRequest,
  now: Date,
): Promise<NewHold> {
  return await db.transaction(async (tx) => {
    await lockAccount(tx, sub);
    await lockMemberLinks(tx, sub);
    const machine = await lockMachine(tx, machineId);
    if (machine === null) throw await explainMissing(tx, machineId);
    const stored = await lockHolds(tx, { machineId, sub });
    const running = stored.filter(({ untilAt }) => untilAt > now);
    const before = running.find((hold) => hold.sub === sub);
    if (before?.machineId === machineId) return { hold: before, isNew: false, releasedId: null };
    if (!machine.online || machine.inspectionSince !== null) {
      throw new AppError('machine_unavailable');
    }
    if (await isUsed(tx, machine, now)) throw new AppError('machine_in_use');
    if (running.some((hold) => hold.machineId === machineId)) throw new AppError('machine_held');
    if (!(await isDue(tx, sub, machine, now))) throw new AppError('machine_not_due');
    await deleteHolds(
      tx,
      stored.map((hold) => hold.machineId),
    );
    const untilAt = new Date(now.getTime() + holdMs);
    const hold = await insertHold(tx, { machineId, sub, heldAt: now, untilAt });
    if (hold === null) throw new AppError('machine_held');
    return { hold, isNew: true, releasedId: before?.machineId ?? null };
  });
}

async function explainMissing(tx: Transaction, machineId: number): Promise<AppError> {
  const isRetired = (await findMachine(tx, machineId)) !== null;
  return new AppError(isRetired ? 'machine_unavailable' : 'not_found');
}

async function isUsed(tx: Transaction, { id, usedUntil }: MachineRow, now: Date): Promise<boolean> {
  if (usedUntil !== null && usedUntil > now) return true;
  const found = await findMachineLink(tx, id);
  return found !== null && !isIdle(found.link.lastActiveAt, now);
}

export async function readHold(
  db: Queryable,
  sub: string,
  now: Date,
): Promise<MachineHoldRow | null> {
  return await findMemberHold(db, sub, now);
}

/** Releases the member's hold. Returns its machine, or `null` if there was none. */
export async function releaseHold(db: Queryable, sub: string): Promise<number | null> {
  return await deleteMemberHold(db, sub);
}

/**
 * Releases the member's hold after the run has changed, unless its machine is still due. It waits
 * for a hold of the member that began before the change.
 */
export async function releaseUndueHold(
  db: Queryable,
  isDue: IsMachineDue,
  sub: string,
  now: Date,
): Promise<number | null> {
  return await db.transaction(async (tx) => {
    await lockMemberLinks(tx, sub);
    const hold = await findMemberHold(tx, sub, now);
    const machine = hold === null ? null : await findMachine(tx, hold.machineId);
    if (machine === null || (await isDue(tx, sub, machine, now))) return null;
    return await deleteMemberHold(tx, sub);
  });
}

/**
 * Ends the holds of a machine and of the member who links it, whoever held the machine. Returns the
 * other machine that the member held.
 */
export async function endHoldsByLink(
  tx: Transaction,
  { machineId, sub }: HoldRequest,
): Promise<number | null> {
  const ended = (await lockHolds(tx, { machineId, sub })).map((hold) => hold.machineId);
  await deleteHolds(tx, ended);
  return ended.find((id) => id !== machineId) ?? null;
}
