import { toHectograms } from '@tanren/domain/workouts/loads';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import type { Database, Queryable } from '#db/database.ts';
import type { MachineRow } from '#db/schema/machines.ts';
import { createMachineSecret, verifyMachineSecret } from '#mqtt/machine-secret.ts';
import {
  findGymName,
  findMachine,
  insertMachine,
  retireMachine as markRetired,
  updateSecret,
} from './machines.store.ts';

/** The invalid field of the request, or that the machine does not exist. */
type MachineErrorKind = keyof MachineOrder | 'absent';

/** A request of staff that cannot be granted, with a message for staff. */
export class MachineError extends Error {
  readonly errorKind: MachineErrorKind;

  constructor(message: string, errorKind: MachineErrorKind = 'absent') {
    super(message);
    this.name = 'MachineError';
    this.errorKind = errorKind;
  }
}

/** Loads in kilograms. An absent load gets the usual value of the exercise's machines. */
export interface MachineOrder {
  readonly gymId: number;
  readonly workoutTypeId: number;
  readonly minLoad?: number;
  readonly maxLoad?: number;
  readonly loadStep?: number;
}

interface MachineCredentials {
  readonly machine: MachineRow;
  /** Secret of the machine, which is shown only once. */
  readonly secret: string;
}

export async function addMachine(
  db: Queryable,
  order: MachineOrder,
  now: Date,
): Promise<MachineCredentials> {
  const type = workoutTypes.find(({ id }) => id === order.workoutTypeId);
  if (type === undefined) {
    throw new MachineError(`there is no workout type ${order.workoutTypeId}`, 'workoutTypeId');
  }
  if ((await findGymName(db, order.gymId)) === null) {
    throw new MachineError(`there is no gym ${order.gymId}`, 'gymId');
  }
  const range = { ...type, ...order };
  const loads = {
    minLoadHg: toHectograms(range.minLoad),
    maxLoadHg: toHectograms(range.maxLoad),
    loadStepHg: toHectograms(range.loadStep),
  };
  checkLoads(loads);
  const { secret, secretHash, linkKey } = createMachineSecret();
  const { gymId, workoutTypeId } = order;
  const row = { gymId, workoutTypeId, ...loads, secretHash, linkKey, createdAt: now };
  return { machine: await insertMachine(db, row), secret };
}

function checkLoads(loads: Pick<MachineRow, 'minLoadHg' | 'maxLoadHg' | 'loadStepHg'>): void {
  const { minLoadHg, maxLoadHg, loadStepHg } = loads;
  const sound = minLoadHg >= 1 && minLoadHg < maxLoadHg && maxLoadHg <= 10_000;
  if (sound && loadStepHg >= 1 && loadStepHg <= maxLoadHg - minLoadHg) return;
  throw new MachineError(
    'the loads must be 0.1 <= min < max <= 1000 kg, and the step must fit between them',
    sound ? 'loadStep' : 'maxLoad',
  );
}

/**
 * Renews a machine's secret. The old one is invalid at once, and so are the link codes made from
 * it.
 */
export async function renewSecret(db: Queryable, id: number): Promise<MachineCredentials> {
  const { secret, secretHash, linkKey } = createMachineSecret();
  const renewed = await updateSecret(db, id, { secretHash, linkKey });
  const machine = await findMachine(db, id);
  if (!renewed || machine === null) throw new MachineError(`there is no machine ${id} in use`);
  return { machine, secret };
}

export async function retireMachine(db: Queryable, id: number, now: Date): Promise<void> {
  if (await markRetired(db, id, now)) return;
  throw new MachineError(`there is no machine ${id} in use`);
}

/**
 * Hash that is compared when no machine has the number, so that the answer takes as long as any
 * other.
 */
const dummyHash = createMachineSecret().secretHash;

/**
 * Returns the hash that the secret was compared with, or `null` if it is wrong or the machine is
 * retired.
 */
export async function signInMachine(
  db: Database,
  id: number,
  password: Buffer,
): Promise<string | null> {
  const machine = await findMachine(db, id);
  const secretHash = machine?.secretHash ?? dummyHash;
  const fits = verifyMachineSecret(secretHash, password);
  return fits && machine !== null && machine.retiredAt === null ? secretHash : null;
}
