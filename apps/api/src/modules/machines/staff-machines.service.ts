import { toHectograms, toKilograms } from '@tanren/domain/workouts/loads';
import { parseRouteId } from '@tanren/domain/identity/route-paths';
import type { StaffAction } from '@tanren/domain/staff/staff-audit-log';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { AppError } from '#http/app-error.ts';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import type { HoldAccount } from '#modules/identity/accounts.service.ts';
import { listChanges, logAuditEntry } from '#modules/staff/audit-log.service.ts';
import {
  type DescribedMachine,
  lockMachine,
  type MachinePosition,
  selectMachines,
} from './staff-machines.store.ts';

/** Loads in kilograms. An absent load gets the usual value of the type's machines. */
interface OrderedMachine {
  readonly gymId: number;
  readonly workoutTypeId: number;
  readonly minLoad?: number;
  readonly maxLoad?: number;
  readonly loadStep?: number;
}

/** Adds, changes and retires machines. An impossible request is an `AppError`. */
export interface MachineRegistry {
  readonly add: (
    tx: Transaction,
    order: OrderedMachine,
    now: Date,
  ) => Promise<{ readonly id: number; readonly secret: string }>;
  /** Returns the new secret. The old one is invalid from the commit on. */
  readonly renewSecret: (tx: Transaction, id: number) => Promise<string>;
  /**
   * Ends the links of the machine. The returned function notifies their members after the commit.
   */
  readonly retire: (tx: Transaction, id: number, now: Date) => Promise<() => Promise<void>>;
}

const dayMs = 24 * 60 * 60 * 1000;

interface MachineParts {
  readonly db: Database;
  readonly registry: MachineRegistry;
  readonly holdAccount: HoldAccount;
}

interface MachineWithSecret {
  readonly machine: DescribedMachine;
  readonly secret: string;
}

const dayBefore = (now: Date) => new Date(now.getTime() - dayMs);

interface MachinePageRequest {
  readonly gymId?: number;
  readonly cursor?: string;
  readonly limit: number;
}

/** Reads a page of machines, sorted by gym and machine number. */
export async function readMachinePage(
  db: Queryable,
  { gymId, cursor, limit }: MachinePageRequest,
  now: Date,
): Promise<{ items: DescribedMachine[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : readMachineCursor(cursor);
  // One more than the page holds shows whether there is another page.
  const found = await selectMachines(db, { gymId, after, limit: limit + 1 }, dayBefore(now));
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const more = found.length > limit && last !== undefined;
  return { items, nextCursor: more ? encodeMachineCursor(last) : null };
}

function encodeMachineCursor({ gymId, id }: MachinePosition): string {
  return Buffer.from(`${gymId}.${id}`).toString('base64url');
}

/** Decodes a cursor. Throws for texts that `encodeMachineCursor` never made. */
function readMachineCursor(cursor: string): MachinePosition {
  const [gymId, id] = Buffer.from(cursor, 'base64url').toString().split('.').map(parseRouteId);
  if (gymId && id && encodeMachineCursor({ gymId, id }) === cursor) return { gymId, id };
  throw new AppError('invalid_request', {
    fields: [{ path: '/cursor', in: 'querystring', message: 'is not a cursor of this list' }],
  });
}

export async function readMachine(
  db: Queryable,
  machineId: number,
  now: Date,
): Promise<DescribedMachine> {
  const [machine] = await selectMachines(db, { machineId, limit: 1 }, dayBefore(now));
  if (machine === undefined) throw new AppError('not_found');
  return machine;
}

export async function addMachine(
  { db, registry, holdAccount }: MachineParts,
  staffSub: string,
  order: OrderedMachine,
  now: Date,
): Promise<MachineWithSecret> {
  refuseFractions(order);
  return await db.transaction(async (tx) => {
    await holdAccount(tx, staffSub);
    const { id, secret } = await registry.add(tx, order, now);
    const machine = await readMachine(tx, id, now);
    await logEntry(tx, { staffSub, action: 'machine.create', machine }, now);
    return { machine, secret };
  });
}

/**
 * Throws for loads with more than one decimal. Machines are set in steps of 0.1 kg, so a finer load
 * would be silently changed.
 */
function refuseFractions(order: OrderedMachine): void {
  const fields = (['minLoad', 'maxLoad', 'loadStep'] as const)
    .filter((field) => !hasOneDecimal(order[field] ?? 0))
    .map((field) => ({
      path: `/${field}`,
      in: 'body' as const,
      message: 'has more than one decimal',
    }));
  if (fields.length > 0) throw new AppError('invalid_request', { fields });
}

function hasOneDecimal(kg: number): boolean {
  return Math.abs(toKilograms(toHectograms(kg)) - kg) < 1e-9;
}

export async function renewSecret(
  { db, registry, holdAccount }: MachineParts,
  staffSub: string,
  id: number,
  now: Date,
): Promise<MachineWithSecret> {
  return await db.transaction(async (tx) => {
    await holdAccount(tx, staffSub);
    const secret = await registry.renewSecret(tx, id);
    const machine = await readMachine(tx, id, now);
    await logEntry(tx, { staffSub, action: 'machine.secret', machine }, now);
    return { machine, secret };
  });
}

export async function retireMachine(
  { db, registry, holdAccount }: MachineParts,
  staffSub: string,
  id: number,
  now: Date,
): Promise<DescribedMachine> {
  const { machine, notifyEnded } = await db.transaction(async (tx) => {
    await holdAccount(tx, staffSub);
    const locked = await lockMachine(tx, id);
    if (locked === null) throw new AppError('not_found');
    const wasActive = locked.retiredAt === null;
    const notify = wasActive ? await registry.retire(tx, id, now) : async () => {};
    const retired = await readMachine(tx, id, now);
    if (wasActive) {
      await logEntry(tx, { staffSub, action: 'machine.retire', machine: retired }, now);
    }
    return { machine: retired, notifyEnded: notify };
  });
  await notifyEnded();
  return machine;
}

interface MachineEntry {
  readonly staffSub: string;
  readonly action: StaffAction;
  readonly machine: DescribedMachine;
}

async function logEntry(
  tx: Transaction,
  { staffSub, action, machine }: MachineEntry,
  now: Date,
): Promise<void> {
  const { id, gymName, workoutTypeId, minLoadHg, maxLoadHg, loadStepHg } = machine;
  const type = workoutTypes.find((one) => one.id === workoutTypeId)?.name ?? '';
  const loads = {
    minLoad: toKilograms(minLoadHg),
    maxLoad: toKilograms(maxLoadHg),
    loadStep: toKilograms(loadStepHg),
  };
  const changes = action === 'machine.create' ? listChanges({}, loads) : [];
  const target = `${gymName} マシン${id}（${type}）`;
  await logAuditEntry(tx, { staffSub, action, target, changes }, now);
}
