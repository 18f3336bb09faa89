import { createHmac } from 'node:crypto';
import {
  type ClaimCode,
  isClaimTokenOf,
  parseClaimCode,
} from '@tanren/domain/machines/claim-codes';
import {
  claimableMs,
  claimWaitsMs,
  contradictsPresence,
  recordLimits,
} from '@tanren/domain/workouts/workout-records';
import { collides, summarizeWorkout } from '@tanren/domain/workouts/workouts';
import { AppError } from '#http/app-error.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import type { UnlinkedBoutRow } from '#db/schema/workout-records.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import {
  type BoutMachine,
  countClaims,
  findClaim,
  findMachines,
  findUnlinked,
  hashClaim,
  insertClaim,
  listClaimsSince,
  listPresences,
  lockClaims,
  lockHeldClaims,
  markTaken,
} from './claims.store.ts';
import type { LiftedBout } from '#modules/workouts/ingest/ingest-message.ts';
import type { AcceptedWorkout } from '#modules/workouts/ingest/ingest-plan.ts';
import { storeAccepted } from '#modules/workouts/ingest/ingest-store.ts';
import { dayAgo, insertEvents, lockOwnRecords, markClaimed } from './records.store.ts';
import { unpackSet } from '#modules/workouts/set-measures.ts';
import { lockBests } from '#modules/workouts/workout-bests.ts';
import {
  listPairs,
  type OnWorkoutsStored,
  toNewWorkout,
} from '#modules/workouts/workouts.service.ts';
import { listBoutsBeside } from '#modules/workouts/workouts.store.ts';

interface ClaimParts {
  readonly lockAccount: LockAccount;
  readonly claimKey: Buffer;
  readonly onWorkoutsStored: OnWorkoutsStored;
}

/**
 * Claims the bout of a code for a member, exactly once. Claiming and storing a bout take the same
 * lock, and the database holds the first claim. If the machine has not sent the bout yet, the claim
 * waits for it.
 */
export async function claimBout(
  db: Queryable,
  { lockAccount, claimKey, onWorkoutsStored }: ClaimParts,
  { sub, typed }: { readonly sub: string; readonly typed: string },
  now: Date,
) {
  const code = parseClaimCode(typed);
  if (code === null) throw new AppError('claim_code_unknown');
  const claimHash = hashClaim(claimKey, code);
  const id = await db.transaction(async (tx) => {
    await lockAccount(tx, sub);
    await lockOwnRecords(tx, sub);
    await lockClaims(tx, [claimHash]);
    const [held] = await lockHeldClaims(tx, [claimHash]);
    if (held !== undefined) {
      // The same member repeats the call after a lost answer.
      if (held.sub === sub) return held.id;
      throw new AppError('claim_taken');
    }
    const [bout] = await findUnlinked(tx, [claimHash], []);
    const [machine] = await findMachines(tx, [code.machineId]);
    if (machine === undefined) throw new AppError('claim_code_unknown');
    if (bout === undefined && !isOfMachine(code, machine)) throw new AppError('claim_code_unknown');
    if ((await countClaims(tx, sub, dayAgo(now))) >= recordLimits.claims) {
      throw new AppError('claim_limit_reached');
    }
    const claim = { sub, claimHash, machineId: code.machineId, claimedAt: now };
    if (bout === undefined) return await insertClaim(tx, { ...claim, state: 'waiting' });
    const lifted = readClaimable(bout, now);
    if (!(await isPlausible(tx, sub, lifted, machine))) throw new AppError('claim_implausible');
    const accepted = claimFor(sub, lifted, machine);
    const [workoutId] = await storeClaimed(tx, [accepted], now);
    await markTaken(tx, claimHash, now);
    const made = await insertClaim(tx, { ...claim, state: 'stored', workoutId });
    await onWorkoutsStored(tx, [toNewWorkout(accepted)], now);
    return made;
  });
  const claim = await findClaim(db, sub, id);
  if (claim === null) throw new Error('a claim just made is not there');
  return toWire(claim);
}

/** Maximum number of claims shown. No member claims as many in a month. */
const maxShown = 50;

export async function listClaims(db: Queryable, sub: string, now: Date) {
  const since = new Date(now.getTime() - claimWaitsMs);
  return (await listClaimsSince(db, sub, since, maxShown)).map(toWire);
}

function toWire(claim: NonNullable<Awaited<ReturnType<typeof findClaim>>>) {
  return { ...claim, claimedAt: claim.claimedAt.toISOString() };
}

function isOfMachine(code: ClaimCode, { linkKey }: BoutMachine): boolean {
  return isClaimTokenOf(code, (text) => createHmac('sha256', linkKey).update(text).digest());
}

function readClaimable(bout: UnlinkedBoutRow, now: Date): LiftedBout {
  if (bout.takenAt !== null) throw new AppError('claim_taken');
  const isOver = bout.receivedAt.getTime() + claimableMs <= now.getTime();
  if (bout.sets === null || isOver) throw new AppError('claim_expired');
  const { machineId, workoutUuid, startedAt, endedAt } = bout;
  return { machineId, workoutUuid, startedAt, endedAt, sets: bout.sets.map(unpackSet) };
}

/**
 * Time before and after a bout, in milliseconds, whose presences are read. The rule itself needs
 * less.
 */
const aroundMs = 60 * 60 * 1000;

/**
 * Returns whether the member can have lifted the bout and the machine has no other record of that
 * time.
 */
export async function isPlausible(
  tx: Transaction,
  sub: string,
  bout: LiftedBout,
  { gymId }: BoutMachine,
): Promise<boolean> {
  const from = new Date(bout.startedAt.getTime() - aroundMs);
  const to = new Date(bout.endedAt.getTime() + aroundMs);
  const presences = await listPresences(tx, { sub, from, to });
  if (contradictsPresence({ ...bout, gymId }, presences)) return false;
  const beside = await listBoutsBeside(tx, [bout]);
  return !beside.some((other) => collides(other, bout));
}

export function claimFor(
  sub: string,
  workout: LiftedBout,
  { id, gymId, workoutTypeId }: BoutMachine,
): AcceptedWorkout {
  const link = { sub, machineId: id, workoutTypeId, gymId };
  return { workout, link, summary: summarizeWorkout(workout.sets) };
}

/** Stores claimed bouts like any other workouts. Returns their ids in the same order. */
export async function storeClaimed(
  tx: Transaction,
  accepted: readonly AcceptedWorkout[],
  now: Date,
): Promise<number[]> {
  if (accepted.length === 0) return [];
  const bests = await lockBests(tx, listPairs(accepted.map(({ link }) => link)));
  const stored = await storeAccepted(tx, accepted, bests);
  const idOf = new Map(stored.map(({ workoutUuid, workoutId }) => [workoutUuid, workoutId]));
  const ids = accepted.map(({ workout }) => {
    const id = idOf.get(workout.workoutUuid);
    if (id === undefined) throw new Error('a stored workout was not returned');
    return id;
  });
  await markClaimed(tx, ids, now);
  await insertEvents(
    tx,
    stored.map(({ workoutId, sub }) => ({
      workoutId,
      sub,
      at: now,
      kind: 'claimed',
      actor: 'member',
    })),
  );
  return ids;
}
