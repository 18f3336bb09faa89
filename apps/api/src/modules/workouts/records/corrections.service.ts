import { summarizeWorkout } from '@tanren/domain/workouts/workouts';
import { AppError } from '#http/app-error.ts';
import type { Transaction } from '#db/database.ts';
import { rejectHeavyLoad } from '#modules/workouts/recent-workouts.service.ts';
import type { SetSnapshot } from '#db/schema/workout-records.ts';
import type { WorkoutRow } from '#db/schema/workouts.ts';
import { cutMeasures, type StoredSet, unpackSet } from '#modules/workouts/set-measures.ts';
import {
  correctSets,
  type CorrectedSet,
  findSetErrors,
  isSameCorrection,
} from './corrected-sets.ts';
import {
  findLoadRange,
  findWorkout,
  lockMember,
  moveToRemoved,
  replaceSets,
} from './corrections.store.ts';
import { closeCorrection, findLastCorrection } from './member-corrections.store.ts';
import { deleteTraces, insertEvents, release } from './records.store.ts';
import { lockBests, rebuildBests } from '#modules/workouts/workout-bests.ts';
import { selectSets } from '#modules/workouts/workout-reads.store.ts';

export interface WorkoutKey {
  readonly sub: string;
  readonly workoutId: number;
}

/** Updates everything else that follows from a member's workouts, in the same transaction. */
export type OnCorrected = (tx: Transaction, sub: string, now: Date) => Promise<void>;

/** A correction as it was sent. */
export interface TypedCorrection {
  readonly sets: readonly {
    readonly position: number;
    readonly loadKg: number;
    readonly repCount: number;
  }[];
  readonly reason: string;
  readonly correctedAt: string | null;
  readonly heavyConfirmed?: boolean;
}

interface Correction {
  readonly sets: readonly CorrectedSet[];
  readonly reason: string;
  /** Time of the record's last correction that this one was made from. `null` if there was none. */
  readonly madeFrom: Date | null;
  /** Whether staff confirmed a load that is far above the member's best. */
  readonly heavyConfirmed: boolean;
}

/** The record before the correction and after it. `after` is empty when the record was removed. */
export interface CorrectedWorkout {
  readonly workoutTypeId: number;
  readonly before: readonly StoredSet[];
  readonly after: readonly StoredSet[];
}

/**
 * Corrects a record and updates bests and rankings. It locks in the order of the ingest (links,
 * bests, then the locks of `follow`), so it may run while workouts of the same member arrive.
 * Returns `null` when the same correction is already stored, because the call was repeated after a
 * lost answer.
 */
export async function correctWorkout(
  tx: Transaction,
  key: WorkoutKey,
  { sets, reason, madeFrom, heavyConfirmed }: Correction,
  onCorrected: OnCorrected,
  now: Date,
): Promise<CorrectedWorkout | null> {
  const workout = await lockWorkout(tx, key);
  const before = await selectSets(tx, [workout.id]);
  if (workout.correctedAt?.getTime() !== madeFrom?.getTime()) {
    const isStaffs = workout.correctionState === null && workout.correctionReason === reason;
    if (isStaffs && isSameCorrection(before, sets)) return null;
    throw new AppError('stale_version');
  }
  const range = await findLoadRange(tx, workout.machineId);
  rejectErrors(before, sets, range);
  const after = correctSets(before, sets, range);
  const summary = summarizeWorkout(after.map(unpackSet));
  // A lower load needs no confirmation, because it cannot harm the member.
  if (!heavyConfirmed && summary.maxHg > workout.maxHg) {
    const { workoutTypeId } = workout;
    await rejectHeavyLoad(tx, { sub: key.sub, workoutTypeId, loadHg: summary.maxHg }, now);
  }
  await replaceSets(tx, workout.id, {
    sets: after,
    summary,
    correctionReason: reason,
    correctedAt: laterThan(workout.correctedAt, now),
    correctionState: null,
  });
  await replacePending(tx, workout, now);
  const about = { workoutId: workout.id, sub: key.sub, at: now, reason };
  const change = { before: before.map(toSnapshot), after: after.map(toSnapshot) };
  await insertEvents(tx, [{ ...about, kind: 'corrected_by_staff', actor: 'staff', ...change }]);
  await rebuild(tx, workout, onCorrected, now);
  return { workoutTypeId: workout.workoutTypeId, before, after };
}

/** Removes a record for good. A machine that sends it again gets the ack of a duplicate. */
export async function removeWorkout(
  tx: Transaction,
  key: WorkoutKey,
  reason: string,
  onCorrected: OnCorrected,
  now: Date,
): Promise<CorrectedWorkout> {
  const workout = await lockWorkout(tx, key);
  const before = await selectSets(tx, [workout.id]);
  await moveToRemoved(tx, workout, reason, now);
  await deleteTraces(tx, [workout.id]);
  await release(tx, workout.id);
  await rebuild(tx, workout, onCorrected, now);
  return { workoutTypeId: workout.workoutTypeId, before, after: [] };
}

/**
 * Locks the bests and then reads the workout. Every change of a workout, its flags included, locks
 * the bests.
 */
export async function lockWorkout(
  tx: Transaction,
  { sub, workoutId }: WorkoutKey,
): Promise<WorkoutRow> {
  await lockMember(tx, sub);
  const found = await findWorkout(tx, sub, workoutId);
  if (found === null) throw new AppError('not_found');
  await lockBests(tx, [{ sub, workoutTypeId: found.workoutTypeId }]);
  const locked = await findWorkout(tx, sub, workoutId);
  if (locked === null) throw new AppError('not_found');
  return locked;
}

/** Ends a member's correction that waits for staff, because the correction of staff replaces it. */
async function replacePending(tx: Transaction, { id, sub }: WorkoutRow, now: Date): Promise<void> {
  const last = await findLastCorrection(tx, sub, id);
  if (last?.state === 'pending') {
    const decision = { state: 'replaced', decidedAt: now, decisionReason: null } as const;
    await closeCorrection(tx, last.id, decision);
  }
  await release(tx, id);
}

export async function rebuild(
  tx: Transaction,
  { sub, workoutTypeId }: Pick<WorkoutRow, 'sub' | 'workoutTypeId'>,
  onCorrected: OnCorrected,
  now: Date,
): Promise<void> {
  await rebuildBests(tx, { sub, workoutTypeId });
  await onCorrected(tx, sub, now);
}

/**
 * Returns the time of a correction, later than the last one. It identifies one state of the record,
 * so two corrections never share it, even if clocks differ.
 */
export function laterThan(last: Date | null, now: Date): Date {
  return last === null ? now : new Date(Math.max(now.getTime(), last.getTime() + 1));
}

export function rejectErrors(...parts: Parameters<typeof findSetErrors>): void {
  const errors = findSetErrors(...parts);
  if (errors.length === 0) return;
  throw new AppError('invalid_request', {
    fields: errors.map(({ at, field, message }) => ({
      path: `/sets/${at}/${field}`,
      in: 'body',
      message,
    })),
  });
}

/** Returns only the sets, to be stored beside the record. */
export function toSnapshot(set: StoredSet): SetSnapshot {
  const { loadHg, repLoadsHg, repMs } = set;
  return { loadHg, repLoadsHg, repMs, ...cutMeasures(set) };
}
