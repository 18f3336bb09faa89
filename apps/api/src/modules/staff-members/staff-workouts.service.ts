import type { WorkoutDetail } from '@tanren/contract/workouts';
import { toHectograms, toKilograms } from '@tanren/domain/loads';
import { workoutTypes } from '@tanren/domain/workout-types';
import type { HoldAccount } from '#db/accounts.ts';
import type { Database } from '#db/database.ts';
import { logStaffDeed } from '#db/staff-log.ts';
import { readStaffReason } from '#db/staff-reason.ts';
import type { ChangedRecord, MemberRecords, RecordedSet, WorkoutKey } from './member-records.ts';

export interface RecordParts {
  readonly db: Database;
  readonly holdAccount: HoldAccount;
  readonly records: MemberRecords;
}

export interface TypedCorrection {
  readonly sets: readonly {
    readonly position: number;
    readonly loadKg: number;
    readonly repCount: number;
  }[];
  readonly reason: string;
  readonly correctedAt: string | null;
}

export async function correctRecord(
  { db, holdAccount, records }: RecordParts,
  staffSub: string,
  key: WorkoutKey,
  typed: TypedCorrection,
  now: Date,
): Promise<WorkoutDetail> {
  const reason = readStaffReason(typed.reason);
  const sets = typed.sets.map(({ loadKg, ...set }) => ({ ...set, loadHg: readLoad(loadKg) }));
  const madeFrom = typed.correctedAt === null ? null : new Date(typed.correctedAt);
  const corrected = await db.transaction(async (tx) => {
    await holdAccount(tx, staffSub);
    const changed = await records.correct(tx, key, { sets, reason, madeFrom }, now);
    if (changed !== null) {
      const changes = describeChange(changed);
      const deed = { staffSub, action: 'workout.correct', memberSub: key.sub, reason } as const;
      await logStaffDeed(tx, { ...deed, changes }, now);
    }
    return await records.read(tx, key);
  });
  await records.tellMachine(key.sub);
  return corrected;
}

export async function removeRecord(
  { db, holdAccount, records }: RecordParts,
  staffSub: string,
  key: WorkoutKey,
  typedReason: string,
  now: Date,
): Promise<void> {
  const reason = readStaffReason(typedReason);
  await db.transaction(async (tx) => {
    await holdAccount(tx, staffSub);
    const changes = describeChange(await records.remove(tx, key, reason, now));
    const deed = { staffSub, action: 'workout.remove', memberSub: key.sub, reason } as const;
    await logStaffDeed(tx, { ...deed, changes }, now);
  });
  await records.tellMachine(key.sub);
}

/** A load finer than 0.1 kg stays one, and so is none that a machine has. */
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
