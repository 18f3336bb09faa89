import { recordLimits, rejectionUndoMs } from '@tanren/domain/workouts/workout-records';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import { cutPage, readTimeCursor } from '#db/time-cursor.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { type OnCorrected, lockWorkout, rebuild, type WorkoutKey } from './corrections.service.ts';
import { findWorkout, lockMember, moveToRemoved } from './corrections.store.ts';
import { readReason } from './member-corrections.service.ts';
import {
  countRejections,
  dayAgo,
  insertEvents,
  lockOwnRecords,
  release,
  withhold,
} from './records.store.ts';
import {
  findRejected,
  storeRejected,
  lockRejected,
  putBack,
  selectRejectedPage,
} from './rejections.store.ts';
import { lockBests } from '#modules/workouts/workout-bests.ts';

interface RejectionParts {
  readonly lockAccount: LockAccount;
  /** Updates the rankings, in the same transaction. */
  readonly onCorrected: OnCorrected;
}

/** Reason in the member's export after the record can no longer be restored. */
const removalReason = '自分の記録ではありません';

/**
 * Rejects a record that is not the member's: it leaves the workouts, and everything derived from
 * them is updated. Rejecting it again changes nothing.
 */
export async function rejectWorkout(
  db: Queryable,
  { lockAccount, onCorrected }: RejectionParts,
  key: WorkoutKey,
  typedReason: string | null,
  now: Date,
): Promise<void> {
  const reason = typedReason === null ? null : readReason(typedReason);
  const { sub } = key;
  await db.transaction(async (tx) => {
    await lockAccount(tx, sub);
    await lockOwnRecords(tx, sub);
    if (await lockRejected(tx, sub, key.workoutId)) return;
    const workout = await lockWorkout(tx, key);
    if ((await countRejections(tx, sub, dayAgo(now))) >= recordLimits.rejections) {
      throw new AppError('rejection_limit_reached');
    }
    await withhold(tx, workout);
    await storeRejected(tx, workout.id, { rejectedAt: now, reason });
    await moveToRemoved(tx, workout, removalReason, now);
    const about = { workoutId: workout.id, sub, at: now, reason };
    await insertEvents(tx, [{ ...about, kind: 'rejected', actor: 'member' }]);
    await rebuild(tx, workout, onCorrected, now);
  });
}

/** Takes a rejection back. The record is as it was, including a correction that waits for staff. */
export async function restoreWorkout(
  db: Queryable,
  { lockAccount, onCorrected }: RejectionParts,
  { sub, workoutId }: WorkoutKey,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAccount(tx, sub);
    await lockOwnRecords(tx, sub);
    await lockMember(tx, sub);
    if (!(await lockRejected(tx, sub, workoutId))) {
      if ((await findWorkout(tx, sub, workoutId)) === null) throw new AppError('not_found');
      return;
    }
    const rejected = await findRejected(tx, sub, workoutId);
    if (rejected === null || isOver(rejected.rejectedAt, now)) throw new AppError('not_found');
    const { workout } = rejected;
    await lockBests(tx, [workout]);
    await putBack(tx, workout);
    if (workout.correctionState !== 'pending') await release(tx, workoutId);
    const about = { workoutId, sub, at: now, actor: 'member' } as const;
    await insertEvents(tx, [{ ...about, kind: 'restored' }]);
    await rebuild(tx, workout, onCorrected, now);
  });
}

export function undoUntil(rejectedAt: Date): Date {
  return new Date(rejectedAt.getTime() + rejectionUndoMs);
}

export function isOver(rejectedAt: Date, now: Date): boolean {
  return undoUntil(rejectedAt).getTime() <= now.getTime();
}

interface PageRequest {
  readonly sub: string;
  readonly cursor: string | null;
  readonly limit: number;
}

export async function readRejectedPage(
  db: Queryable,
  { sub, cursor, limit }: PageRequest,
  now: Date,
) {
  const from = cursor === null ? null : readTimeCursor(cursor);
  const since = new Date(now.getTime() - rejectionUndoMs);
  const found = await selectRejectedPage(db, { sub, since, from, limit: limit + 1 });
  return cutPage(
    found.map((record) => ({ ...record, id: record.workout.id })),
    limit,
  );
}
