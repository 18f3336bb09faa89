import { toHectograms, toKilograms } from '@tanren/domain/workouts/loads';
import { parseRouteId } from '@tanren/domain/identity/route-paths';
import type { StaffAction } from '@tanren/domain/staff/staff-audit-log';
import {
  findStaffTextError,
  normalizeStaffText,
  staffLimits,
} from '@tanren/domain/staff/staff-texts';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { AppError } from '#http/app-error.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { listChanges, logAuditEntry } from '#modules/staff/audit-log.service.ts';
import {
  addMachine,
  MachineError,
  type MachineOrder,
  renewSecret,
  retireMachine,
} from './machines.service.ts';
import {
  type DescribedMachine,
  lockMachine,
  type MachinePosition,
  selectMachines,
  updateInspection,
} from './staff-machines.store.ts';
import { type EndedLink, endMachineLink } from './tanren-connection.store.ts';

const dayMs = 24 * 60 * 60 * 1000;

interface MachineWithSecret {
  readonly machine: DescribedMachine;
  readonly secret: string;
}

interface RetiredMachine {
  readonly machine: DescribedMachine;
  /** Links that ended with the machine. The caller announces them after the commit. */
  readonly ended: readonly EndedLink[];
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

export async function addStaffMachine(
  db: Queryable,
  lockAccount: LockAccount,
  staffSub: string,
  order: MachineOrder,
  now: Date,
): Promise<MachineWithSecret> {
  rejectFractions(order);
  return await db.transaction(async (tx) => {
    await lockAccount(tx, staffSub);
    const added = await orProblem(addMachine(tx, order, now));
    const machine = await readMachine(tx, added.machine.id, now);
    const changes = listChanges({}, describeLoads(machine));
    await logEntry(tx, { staffSub, action: 'machine.create', machine, changes }, now);
    return { machine, secret: added.secret };
  });
}

function describeLoads({ minLoadHg, maxLoadHg, loadStepHg }: DescribedMachine) {
  return {
    minLoad: toKilograms(minLoadHg),
    maxLoad: toKilograms(maxLoadHg),
    loadStep: toKilograms(loadStepHg),
  };
}

/**
 * Throws for loads with more than one decimal. Machines are set in steps of 0.1 kg, so a finer load
 * would be silently changed.
 */
function rejectFractions(order: MachineOrder): void {
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

export async function renewStaffSecret(
  db: Queryable,
  lockAccount: LockAccount,
  staffSub: string,
  id: number,
  now: Date,
): Promise<MachineWithSecret> {
  return await db.transaction(async (tx) => {
    await lockAccount(tx, staffSub);
    const { secret } = await orProblem(renewSecret(tx, id));
    const machine = await readMachine(tx, id, now);
    await logEntry(tx, { staffSub, action: 'machine.secret', machine }, now);
    return { machine, secret };
  });
}

export async function retireStaffMachine(
  db: Queryable,
  lockAccount: LockAccount,
  staffSub: string,
  id: number,
  now: Date,
): Promise<RetiredMachine> {
  return await db.transaction(async (tx) => {
    await lockAccount(tx, staffSub);
    const locked = await lockMachine(tx, id);
    if (locked === null) throw new AppError('not_found');
    const wasActive = locked.retiredAt === null;
    if (!wasActive) return { machine: await readMachine(tx, id, now), ended: [] };
    await orProblem(retireMachine(tx, id, now));
    const endedLinks = await endMachineLink(tx, id, 'retired', now);
    const retired = await readMachine(tx, id, now);
    await logEntry(tx, { staffSub, action: 'machine.retire', machine: retired }, now);
    return { machine: retired, ended: endedLinks };
  });
}

interface InspectionChange {
  readonly staffSub: string;
  readonly machineId: number;
  readonly inspection: boolean;
  readonly note?: string;
}

/**
 * Begins or ends the inspection of a machine, or changes its note. A request that changes nothing is
 * not logged. The running link of a member goes on.
 */
export async function setInspection(
  db: Queryable,
  lockAccount: LockAccount,
  { staffSub, machineId: id, inspection, note = '' }: InspectionChange,
  now: Date,
): Promise<DescribedMachine> {
  const error = findStaffTextError(note, { max: staffLimits.reason, required: false });
  if (error !== null) {
    const message = `is not a note: ${error}`;
    throw new AppError('invalid_request', { fields: [{ path: '/note', in: 'body', message }] });
  }
  return await db.transaction(async (tx) => {
    await lockAccount(tx, staffSub);
    const locked = await lockMachine(tx, id);
    // A retired machine cannot be used anyway.
    if (locked === null || (inspection && locked.retiredAt !== null))
      throw new AppError('not_found');
    const since = inspection ? (locked.inspectionSince ?? now) : null;
    const normalized = inspection ? normalizeStaffText(note) : null;
    const hasChanged =
      since?.getTime() !== locked.inspectionSince?.getTime() ||
      normalized !== locked.inspectionNote;
    await updateInspection(tx, id, { inspectionSince: since, inspectionNote: normalized });
    const machine = await readMachine(tx, id, now);
    const action = inspection ? 'machine.inspect' : 'machine.inspect-end';
    if (hasChanged) {
      const changes = listChanges(
        { note: locked.inspectionNote ?? '' },
        { note: normalized ?? '' },
      );
      await logEntry(tx, { staffSub, action, machine, changes }, now);
    }
    return machine;
  });
}

/** Answers a rejection of the registry as a problem of the call. */
async function orProblem<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof MachineError)) throw error;
    const { errorKind, message } = error;
    if (errorKind === 'absent') throw new AppError('not_found', { cause: error });
    throw new AppError('invalid_request', {
      fields: [{ path: `/${errorKind}`, in: 'body', message }],
      cause: error,
    });
  }
}

interface MachineEntry {
  readonly staffSub: string;
  readonly action: StaffAction;
  readonly machine: DescribedMachine;
  readonly changes?: ReturnType<typeof listChanges>;
}

async function logEntry(
  tx: Transaction,
  { staffSub, action, machine, changes = [] }: MachineEntry,
  now: Date,
): Promise<void> {
  const { id, gymName, workoutTypeId } = machine;
  const type = workoutTypes.find((one) => one.id === workoutTypeId)?.name ?? '';
  const target = `${gymName} マシン${id}（${type}）`;
  await logAuditEntry(tx, { staffSub, action, target, changes }, now);
}
