import type { WorkoutDetail } from '@tanren/contract/workouts/workouts';
import { toHectograms, toKilograms } from '@tanren/domain/workouts/loads';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import {
  logAuditEntry,
  type NewAuditedChange,
  readStaffReason,
} from '#modules/staff/audit-log.service.ts';
import { rebuildRankings } from '#modules/workouts/ranking/workout-ranking.service.ts';
import { readWorkout, toWorkoutDetail } from '#modules/workouts/workout-reads.service.ts';
import type { StoredSet } from '#modules/workouts/set-measures.ts';
import {
  type CorrectedWorkout,
  correctWorkout,
  removeWorkout,
  type TypedCorrection,
  type WorkoutKey,
} from './corrections.service.ts';

/** Throws `own_account` when staff act on a record of their own, or on a correction of it. */
function rejectOwn(staffSub: string, { sub }: WorkoutKey): void {
  if (sub === staffSub) throw new AppError('own_account');
}

export async function correctRecord(
  db: Queryable,
  lockAccount: LockAccount,
  staffSub: string,
  key: WorkoutKey,
  typed: TypedCorrection,
  now: Date,
): Promise<WorkoutDetail> {
  rejectOwn(staffSub, key);
  const reason = readStaffReason(typed.reason);
  const sets = typed.sets.map(({ loadKg, ...set }) => ({ ...set, loadHg: readLoad(loadKg) }));
  const heavyConfirmed = typed.heavyConfirmed === true;
  const madeFrom = typed.correctedAt === null ? null : new Date(typed.correctedAt);
  return await db.transaction(async (tx) => {
    await lockAccount(tx, staffSub);
    const correction = { sets, reason, madeFrom, heavyConfirmed };
    const changed = await correctWorkout(tx, key, correction, rebuildRankings, now);
    if (changed !== null) {
      const changes = describeChange(changed);
      const entry = { staffSub, action: 'workout.correct', memberSub: key.sub, reason } as const;
      await logAuditEntry(tx, { ...entry, changes }, now);
    }
    return toWorkoutDetail(await readWorkout(tx, key.sub, key.workoutId));
  });
}

export async function removeRecord(
  db: Queryable,
  lockAccount: LockAccount,
  staffSub: string,
  key: WorkoutKey,
  typedReason: string,
  now: Date,
): Promise<void> {
  rejectOwn(staffSub, key);
  const reason = readStaffReason(typedReason);
  await db.transaction(async (tx) => {
    await lockAccount(tx, staffSub);
    const changes = describeChange(await removeWorkout(tx, key, reason, rebuildRankings, now));
    const entry = { staffSub, action: 'workout.remove', memberSub: key.sub, reason } as const;
    await logAuditEntry(tx, { ...entry, changes }, now);
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

function describeChange({ workoutTypeId, before, after }: CorrectedWorkout): NewAuditedChange[] {
  const type = workoutTypes.find(({ id }) => id === workoutTypeId)?.name ?? '';
  const words = [before, after].map((sets) =>
    sets.length === 0 ? '' : `${type} ${sets.map(describeSet).join('、')}`,
  );
  return [{ field: 'sets', before: words[0] ?? '', after: words[1] ?? '' }];
}

function describeSet({ loadHg, repLoadsHg }: StoredSet): string {
  return `${toKilograms(loadHg)}kg×${repLoadsHg.length}`;
}
