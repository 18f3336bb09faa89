import type { WorkoutRecord } from '@tanren/contract/workouts/workout-records';
import type { Workout, WorkoutDetail } from '@tanren/contract/workouts/workouts';
import { toHectograms, toKilograms } from '@tanren/domain/workouts/loads';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { AppError } from '#http/app-error.ts';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import type { HoldAccount } from '#modules/identity/accounts.service.ts';
import { logAuditEntry, readStaffReason } from '#modules/staff/audit-log.service.ts';

interface WorkoutKey {
  readonly sub: string;
  readonly workoutId: number;
}

interface RecordedSet {
  readonly loadHg: number;
  readonly repLoadsHg: readonly number[];
}

/** The record before and after a change. `after` is empty when the record was removed. */
interface ChangedRecord {
  readonly workoutTypeId: number;
  readonly before: readonly RecordedSet[];
  readonly after: readonly RecordedSet[];
}

interface RecordCorrection {
  readonly sets: readonly {
    readonly position: number;
    readonly loadHg: number;
    readonly repCount: number;
  }[];
  readonly reason: string;
  /**
   * Time of the last correction of the record that this one was made from. `null` if there was
   * none.
   */
  readonly madeFrom: Date | null;
  readonly heavyConfirmed: boolean;
}

interface RecordPageRequest {
  readonly sub: string;
  readonly cursor: string | null;
  readonly limit: number;
}

/**
 * Reads and changes members' workouts for staff. A workout that is not the member's is `not_found`.
 * Every change updates bests and rankings.
 */
export interface MemberWorkouts {
  readonly readPage: (
    db: Queryable,
    request: RecordPageRequest,
  ) => Promise<{ items: Workout[]; nextCursor: string | null }>;
  readonly read: (db: Queryable, key: WorkoutKey) => Promise<WorkoutDetail>;
  /** Reads the events of a record, including one that the member rejected. */
  readonly readRecord: (db: Queryable, key: WorkoutKey, now: Date) => Promise<WorkoutRecord>;
  /**
   * Corrects a record. Returns `null` when the same correction is already stored. Throws
   * `stale_version` when the record was changed meanwhile.
   */
  readonly correct: (
    tx: Transaction,
    key: WorkoutKey,
    correction: RecordCorrection,
    now: Date,
  ) => Promise<ChangedRecord | null>;
  readonly remove: (
    tx: Transaction,
    key: WorkoutKey,
    reason: string,
    now: Date,
  ) => Promise<ChangedRecord>;
  /**
   * Makes the member's machine, if one is linked, show the exercise that is due after the change.
   */
  readonly notifyMachine: (sub: string) => Promise<void>;
}

interface RecordParts {
  readonly db: Database;
  readonly holdAccount: HoldAccount;
  readonly records: MemberWorkouts;
}

interface TypedCorrection {
  readonly sets: readonly {
    readonly position: number;
    readonly loadKg: number;
    readonly repCount: number;
  }[];
  readonly reason: string;
  readonly correctedAt: string | null;
  readonly heavyConfirmed?: boolean;
}

/** Throws `own_account` when staff act on a record of their own, or on a correction of it. */
function refuseOwn(staffSub: string, { sub }: WorkoutKey): void {
  if (sub === staffSub) throw new AppError('own_account');
}

export async function correctRecord(
  { db, holdAccount, records }: RecordParts,
  staffSub: string,
  key: WorkoutKey,
  typed: TypedCorrection,
  now: Date,
): Promise<WorkoutDetail> {
  refuseOwn(staffSub, key);
  const reason = readStaffReason(typed.reason);
  const sets = typed.sets.map(({ loadKg, ...set }) => ({ ...set, loadHg: readLoad(loadKg) }));
  const heavyConfirmed = typed.heavyConfirmed === true;
  const madeFrom = typed.correctedAt === null ? null : new Date(typed.correctedAt);
  const corrected = await db.transaction(async (tx) => {
    await holdAccount(tx, staffSub);
    const changed = await records.correct(tx, key, { sets, reason, madeFrom, heavyConfirmed }, now);
    if (changed !== null) {
      const changes = describeChange(changed);
      const entry = { staffSub, action: 'workout.correct', memberSub: key.sub, reason } as const;
      await logAuditEntry(tx, { ...entry, changes }, now);
    }
    return await records.read(tx, key);
  });
  await records.notifyMachine(key.sub);
  return corrected;
}

export async function removeRecord(
  { db, holdAccount, records }: RecordParts,
  staffSub: string,
  key: WorkoutKey,
  typedReason: string,
  now: Date,
): Promise<void> {
  refuseOwn(staffSub, key);
  const reason = readStaffReason(typedReason);
  await db.transaction(async (tx) => {
    await holdAccount(tx, staffSub);
    const changes = describeChange(await records.remove(tx, key, reason, now));
    const entry = { staffSub, action: 'workout.remove', memberSub: key.sub, reason } as const;
    await logAuditEntry(tx, { ...entry, changes }, now);
  });
  await records.notifyMachine(key.sub);
}

/**
 * Converts kilograms into hectograms without rounding. A load with more than one decimal stays
 * fractional and is rejected later: no machine can be set to it.
 */
function readLoad(kg: number): number {
  const hg = toHectograms(kg);
  return Math.abs(toKilograms(hg) - kg) < 1e-9 ? hg : kg * 10;
}

function describeChange({ workoutTypeId, before, after }: ChangedRecord) {
  const type = workoutTypes.find(({ id }) => id === workoutTypeId)?.name ?? '';
  const words = [before, after].map((sets) =>
    sets.length === 0 ? '' : `${type} ${sets.map(describeSet).join('、')}`,
  );
  return [{ field: 'sets', before: words[0] ?? '', after: words[1] ?? '' }];
}

function describeSet({ loadHg, repLoadsHg }: RecordedSet): string {
  return `${toKilograms(loadHg)}kg×${repLoadsHg.length}`;
}
