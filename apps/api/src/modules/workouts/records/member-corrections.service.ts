import { toHectograms, toKilograms } from '@tanren/domain/workouts/loads';
import {
  checkRecordReason,
  maxRecordEvents,
  normalizeRecordReason,
  recordLimits,
} from '@tanren/domain/workouts/workout-records';
import { summarizeWorkout } from '@tanren/domain/workouts/workouts';
import { AppError } from '#http/app-error.ts';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import type { WorkoutCorrectionRow } from '#db/schema/workout-records.ts';
import type { WorkoutRow } from '#db/schema/workouts.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { rejectHeavyLoad } from '#modules/workouts/recent-workouts.service.ts';
import { type StoredSet, unpackSet } from '#modules/workouts/set-measures.ts';
import { correctSets, isSameCorrection } from './corrected-sets.ts';
import {
  type OnCorrected,
  laterThan,
  lockWorkout,
  rebuild,
  rejectErrors,
  toSnapshot,
  type TypedCorrection,
  type WorkoutKey,
} from './corrections.service.ts';
import {
  type CorrectionMark,
  findLoadRange,
  markCorrection,
  replaceSets,
} from './corrections.store.ts';
import {
  closeCorrection,
  countCorrections,
  findCorrection,
  findLastCorrection,
  insertCorrection,
  listOverwrittenRecords,
} from './member-corrections.store.ts';
import {
  countEvents,
  dayAgo,
  insertEvents,
  lockOwnRecords,
  release,
  withhold,
} from './records.store.ts';
import { selectSets } from '#modules/workouts/workout-reads.store.ts';

interface CorrectionParts {
  readonly lockAccount: LockAccount;
  /** Updates the rankings, in the same transaction. */
  readonly onCorrected: OnCorrected;
}

/**
 * Stores a member's correction of their own record. Until staff confirm it, the record keeps its
 * sets, so loads, bests and warnings never use an unconfirmed number, and rankings leave the record
 * out. Repeating the same correction after a lost answer changes nothing.
 */
export async function proposeCorrection(
  db: Queryable,
  { lockAccount, onCorrected }: CorrectionParts,
  key: WorkoutKey,
  typed: TypedCorrection,
  now: Date,
): Promise<void> {
  const reason = readReason(typed.reason);
  const sets = typed.sets.map(({ loadKg, ...set }) => ({ ...set, loadHg: readLoad(loadKg) }));
  const madeFrom = typed.correctedAt === null ? null : new Date(typed.correctedAt);
  await db.transaction(async (tx) => {
    await lockAccount(tx, key.sub);
    await lockOwnRecords(tx, key.sub);
    const workout = await lockWorkout(tx, key);
    const before = await selectSets(tx, [workout.id]);
    if (workout.correctedAt?.getTime() !== madeFrom?.getTime()) {
      const last = await findLastCorrection(tx, key.sub, workout.id);
      const isSame = last?.state === 'pending' && last.reason === reason;
      if (isSame && isSameCorrection(last.after, sets)) return;
      throw new AppError('stale_version');
    }
    if (workout.correctionState === 'pending') throw new AppError('correction_pending');
    if ((await countCorrections(tx, key.sub, dayAgo(now))) >= recordLimits.corrections) {
      throw new AppError('correction_limit_reached');
    }
    // Each correction stores all reps twice, so the number of corrections of a record is limited.
    if ((await countEvents(tx, key.sub, workout.id)) >= maxRecordEvents) {
      throw new AppError('correction_limit_reached');
    }
    const range = await findLoadRange(tx, workout.machineId);
    const lastsMs = workout.endedAt.getTime() - workout.startedAt.getTime();
    rejectErrors(before, sets, range, lastsMs);
    const after = correctSets(before, sets, range);
    const summary = summarizeWorkout(after.map(unpackSet));
    if (typed.heavyConfirmed !== true && summary.maxHg > workout.maxHg) {
      const { workoutTypeId } = workout;
      await rejectHeavyLoad(tx, { sub: key.sub, workoutTypeId, loadHg: summary.maxHg }, now);
    }
    const change = { before: before.map(toSnapshot), after: after.map(toSnapshot) };
    const about = { workoutId: workout.id, sub: key.sub, reason };
    await insertCorrection(tx, {
      ...about,
      ...change,
      gymId: workout.gymId,
      state: 'pending',
      madeAt: now,
      priorCorrectedAt: workout.correctedAt,
      priorReason: workout.correctionReason,
      priorState: workout.correctionState,
    });
    await withhold(tx, workout);
    await markCorrection(tx, workout.id, {
      correctionReason: reason,
      correctedAt: laterThan(workout.correctedAt, now),
      correctionState: 'pending',
    });
    const event = { ...about, ...change, at: now };
    await insertEvents(tx, [{ ...event, kind: 'corrected', actor: 'member' }]);
    await rebuild(tx, workout, onCorrected, now);
  });
}

/**
 * Withdraws the member's correction if staff have not decided on it. Does nothing if there is none.
 */
export async function withdrawCorrection(
  db: Queryable,
  { lockAccount, onCorrected }: CorrectionParts,
  key: WorkoutKey,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAccount(tx, key.sub);
    await lockOwnRecords(tx, key.sub);
    const workout = await lockWorkout(tx, key);
    const last = await findLastCorrection(tx, key.sub, workout.id);
    if (last === null || last.state === 'withdrawn') return;
    if (last.state !== 'pending') throw new AppError('correction_decided');
    await closeCorrection(tx, last.id, {
      state: 'withdrawn',
      decidedAt: now,
      decisionReason: null,
    });
    await undo(tx, workout, last);
    const change = { before: last.after, after: last.before };
    const about = { workoutId: workout.id, sub: key.sub, at: now, ...change };
    await insertEvents(tx, [{ ...about, kind: 'correction_withdrawn', actor: 'member' }]);
    await rebuild(tx, workout, onCorrected, now);
  });
}

interface Verdict {
  readonly decision: 'confirm' | 'refuse';
  readonly reason: string | null;
}

interface DecidedCorrection {
  readonly sub: string;
  readonly workoutTypeId: number;
  readonly before: readonly StoredSet[];
  readonly after: readonly StoredSet[];
}

/**
 * Stores the decision of staff on a correction. A confirmed one becomes the record, and a refused
 * one leaves the record as it was. Returns `null` when the same decision was stored before.
 */
export async function applyCorrectionVerdict(
  tx: Transaction,
  correctionId: number,
  { decision, reason }: Verdict,
  onCorrected: OnCorrected,
  now: Date,
): Promise<DecidedCorrection | null> {
  const found = await findCorrection(tx, correctionId);
  if (found === null) throw new AppError('not_found');
  const workout = await lockWorkout(tx, found);
  // The correction is read again under the lock of the record, which every decision takes.
  const correction = await findCorrection(tx, correctionId);
  if (correction === null) throw new AppError('not_found');
  const state = decision === 'confirm' ? 'confirmed' : 'refused';
  if (correction.state === state) return null;
  if (correction.state !== 'pending') throw new AppError('correction_decided');
  await closeCorrection(tx, correctionId, { state, decidedAt: now, decisionReason: reason });
  const about = {
    workoutId: workout.id,
    sub: workout.sub,
    at: now,
    reason,
    actor: 'staff',
  } as const;
  if (decision === 'confirm') {
    const { correctionReason, correctedAt } = workout;
    await storeSets(tx, workout.id, correction.after, {
      correctionReason,
      correctedAt,
      correctionState: 'confirmed',
    });
    await release(tx, workout.id);
    await insertEvents(tx, [{ ...about, kind: 'correction_confirmed' }]);
  } else {
    await undo(tx, workout, correction);
    const change = { before: correction.after, after: correction.before };
    await insertEvents(tx, [{ ...about, ...change, kind: 'correction_refused' }]);
  }
  await rebuild(tx, workout, onCorrected, now);
  const { sub, workoutTypeId } = workout;
  return { sub, workoutTypeId, before: correction.before, after: correction.after };
}

async function undo(
  tx: Transaction,
  { id }: WorkoutRow,
  { before, priorCorrectedAt, priorReason, priorState }: WorkoutCorrectionRow,
): Promise<void> {
  await storeSets(tx, id, before, {
    correctionReason: priorReason,
    correctedAt: priorCorrectedAt,
    correctionState: priorState,
  });
  await release(tx, id);
}

async function storeSets(
  tx: Transaction,
  workoutId: number,
  sets: readonly StoredSet[],
  mark: CorrectionMark,
): Promise<void> {
  await replaceSets(tx, workoutId, {
    sets,
    summary: summarizeWorkout(sets.map(unpackSet)),
    ...mark,
  });
}

/**
 * Puts the measured sets back into records that the previous release overwrote with a correction
 * that still waits for staff. It finds none once no node of that release runs.
 */
export async function restoreMeasuredSets(
  db: Database,
  onCorrected: OnCorrected,
  now: Date,
): Promise<void> {
  for (const key of await listOverwrittenRecords(db)) {
    await db.transaction(async (tx) => {
      const workout = await lockWorkout(tx, key);
      const last = await findLastCorrection(tx, key.sub, key.workoutId);
      if (last?.state !== 'pending') return;
      const { correctionReason, correctedAt, correctionState } = workout;
      const mark = { correctionReason, correctedAt, correctionState };
      await storeSets(tx, workout.id, last.before, mark);
      await rebuild(tx, workout, onCorrected, now);
    });
  }
}

export function readReason(typed: string): string {
  const checked = checkRecordReason(typed);
  if (checked === true) return normalizeRecordReason(typed);
  throw new AppError('invalid_request', {
    fields: [{ path: '/reason', in: 'body', message: checked }],
  });
}

/**
 * Converts kilograms into hectograms without rounding. A load with more than one decimal stays
 * fractional and is rejected later: no machine can be set to it.
 */
function readLoad(kg: number): number {
  const hg = toHectograms(kg);
  return Math.abs(toKilograms(hg) - kg) < 1e-9 ? hg : kg * 10;
}
