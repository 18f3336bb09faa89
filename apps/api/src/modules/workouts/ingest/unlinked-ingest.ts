import {
  type RejectionReason,
  UnlinkedWorkoutMessage,
} from '@tanren/contract/machines/machine-messages';
import { collides, findImplausibility } from '@tanren/domain/workouts/workouts';
import type { Database, Transaction } from '#db/database.ts';
import type { SetSnapshot, UnlinkedBoutRow } from '#db/schema/workout-records.ts';
import { createMachineReader } from '#mqtt/read-message.ts';
import { claimFor, isPlausible, storeClaimed } from '#modules/workouts/records/claims.service.ts';
import {
  type BoutMachine,
  findMachines,
  findUnlinked,
  findWaitingSub,
  hashClaim,
  insertUnlinked,
  lockClaims,
  lockHeldClaims,
  decideClaim,
  type WorkoutClaimRow,
} from '#modules/workouts/records/claims.store.ts';
import {
  describeUnreadable,
  type IngestOutcome,
  type LiftedBout,
  toLiftedSets,
  type UnreadableMessage,
} from './ingest-message.ts';
import { lockOwnRecords } from '#modules/workouts/records/records.store.ts';
import { packMeasures } from '#modules/workouts/set-measures.ts';
import { insertRejected } from './rejected-messages.store.ts';
import {
  isRecent,
  type OnWorkoutsStored,
  toNewWorkout,
} from '#modules/workouts/workouts.service.ts';
import {
  findStored,
  listBoutsBeside,
  type StoredBout,
  type StoredOwner,
} from '#modules/workouts/workouts.store.ts';

/** A message about a bout that was lifted without a link. */
interface SentBout extends LiftedBout {
  readonly readable: true;
  readonly claimHash: Buffer;
  readonly payload: Buffer;
}

export type UnlinkedMessage = SentBout | UnreadableMessage;

const readBout = createMachineReader(UnlinkedWorkoutMessage);

export function readUnlinked(
  machineId: number,
  payload: Buffer,
  claimKey: Buffer,
): UnlinkedMessage {
  const read = readBout(payload);
  if (!read.ok) {
    // Staff can read rejected messages but must not see claim codes, so the code is removed.
    return {
      ...describeUnreadable(machineId, hideToken(payload), read.reason),
      connectionId: null,
    };
  }
  const { workoutUuid, claimToken, startedAt, endedAt, sets } = read.message;
  return {
    readable: true,
    machineId,
    workoutUuid,
    claimHash: hashClaim(claimKey, { machineId, token: claimToken }),
    startedAt: new Date(startedAt),
    endedAt: new Date(endedAt),
    sets: toLiftedSets(sets),
    payload: hideToken(payload),
  };
}

const token = /("claimToken"\s*:\s*")[^"]*/g;

function hideToken(payload: Buffer): Buffer {
  return Buffer.from(payload.toString('utf8').replace(token, '$1'));
}

interface Known {
  readonly bouts: readonly UnlinkedBoutRow[];
  readonly stored: ReadonlyMap<string, StoredOwner>;
  readonly beside: readonly StoredBout[];
  readonly machine: BoutMachine | undefined;
}

function judgeBout(bout: SentBout, known: Known, now: Date): 'new' | 'duplicate' | RejectionReason {
  const { machineId, workoutUuid, claimHash } = bout;
  const same = known.bouts.find((other) => other.workoutUuid === workoutUuid);
  const owner = same ?? known.stored.get(workoutUuid);
  if (owner !== undefined) return owner.machineId === machineId ? 'duplicate' : 'uuid_taken';
  if (known.bouts.some((other) => other.claimHash.equals(claimHash))) return 'claim_token_taken';
  if (known.machine === undefined) return 'unknown_connection';
  const implausibility = findImplausibility(bout, known.machine, now);
  if (implausibility !== null) return implausibility;
  const isTaken = known.beside.some(
    (other) => other.machineId === machineId && collides(other, bout),
  );
  return isTaken ? 'overlaps_workout' : 'new';
}

/**
 * Keeps a bout that was lifted without a link, or stores it for the member who has already claimed
 * it. A `workoutUuid` counts only once, however often it is sent. Each bout has its own
 * transaction, because such bouts are few.
 *
 * Locks are taken in the same order as by a claim: first the own records of the member whose claim
 * waits, so that bouts that arrive together are judged one after the other. Then follow the claim
 * and the locks of storing a workout. If a member claims the bout between the read and the lock,
 * this call fails and the caller tries again.
 */
export async function ingestUnlinked(
  db: Database,
  message: UnlinkedMessage,
  onWorkoutsStored: OnWorkoutsStored,
  now: Date,
): Promise<IngestOutcome> {
  return await db.transaction(async (tx) => {
    if (!message.readable) return await reject(tx, message, message.reason, now);
    const { claimHash, machineId, workoutUuid } = message;
    const sub = await findWaitingSub(tx, claimHash);
    if (sub !== null) await lockOwnRecords(tx, sub);
    await lockClaims(tx, [claimHash]);
    const [machine] = await findMachines(tx, [machineId]);
    const known = {
      bouts: await findUnlinked(tx, [claimHash], [workoutUuid]),
      stored: await findStored(tx, [workoutUuid]),
      beside: isRecent(message, now) ? await listBoutsBeside(tx, [message]) : [],
      machine,
    };
    const verdict = judgeBout(message, known, now);
    if (verdict === 'duplicate') return { result: 'duplicate', machineId, workoutUuid };
    const [claim] = await lockHeldClaims(tx, [claimHash]);
    const waiting = claim?.state === 'waiting' ? claim : null;
    if (waiting !== null && waiting.sub !== sub) throw new Error('the bout was claimed meanwhile');
    if (verdict !== 'new' || machine === undefined) {
      if (waiting !== null) await rejectClaim(tx, waiting);
      const reason = verdict === 'new' ? 'unknown_connection' : verdict;
      return await reject(tx, message, reason, now);
    }
    if (waiting !== null && (await isPlausible(tx, waiting.sub, message, machine))) {
      const accepted = claimFor(waiting.sub, message, machine);
      const [workoutId = null] = await storeClaimed(tx, [accepted], now);
      await decideClaim(tx, waiting.id, { state: 'stored', workoutId });
      await insertUnlinked(tx, { ...toRow(message, now), sets: null, takenAt: now });
      await onWorkoutsStored(tx, [toNewWorkout(accepted)], now);
    } else {
      // The first member cannot have lifted this bout. Its lifter may still claim it.
      if (waiting !== null) await rejectClaim(tx, waiting);
      await insertUnlinked(tx, { ...toRow(message, now), sets: message.sets.map(toSnapshot) });
    }
    return { result: 'kept', machineId, workoutUuid };
  });
}

async function reject(
  tx: Transaction,
  { machineId, workoutUuid, payload }: UnlinkedMessage,
  reason: RejectionReason,
  now: Date,
): Promise<IngestOutcome> {
  const about = { machineId, workoutUuid, connectionId: null, reason, payload };
  await insertRejected(tx, [about], now);
  return { result: 'rejected', sub: null, ...about };
}

async function rejectClaim(tx: Transaction, { id }: WorkoutClaimRow): Promise<void> {
  await decideClaim(tx, id, { state: 'refused', workoutId: null });
}

function toRow({ claimHash, workoutUuid, machineId, startedAt, endedAt }: SentBout, now: Date) {
  return { claimHash, workoutUuid, machineId, startedAt, endedAt, receivedAt: now };
}

function toSnapshot(set: LiftedBout['sets'][number]): SetSnapshot {
  const { loadHg, reps } = set;
  return {
    loadHg,
    repLoadsHg: reps.map((rep) => rep.loadHg),
    repMs: reps.map((rep) => rep.ms),
    ...packMeasures(set),
  };
}
