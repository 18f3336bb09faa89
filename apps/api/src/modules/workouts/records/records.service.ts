import type {
  RecordEvent,
  RecordSet,
  WorkoutRecord,
} from '@tanren/contract/workouts/workout-records';
import { toKilograms } from '@tanren/domain/workouts/loads';
import { maxRecordEvents } from '@tanren/domain/workouts/workout-records';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import type {
  SetSnapshot,
  WorkoutCorrectionRow,
  workoutEvents,
} from '#db/schema/workout-records.ts';
import type { WorkoutRow } from '#db/schema/workouts.ts';
import type { WorkoutKey } from './corrections.service.ts';
import { findLoadRange, findWorkout } from './corrections.store.ts';
import { findLastCorrection } from './member-corrections.store.ts';
import { listEvents } from './records.store.ts';
import { isOver, undoUntil } from './rejections.service.ts';
import { findRejected, listRejectedSets, type RejectedRecord } from './rejections.store.ts';
import { toWorkout } from '#modules/workouts/workout-reads.service.ts';
import { selectSets } from '#modules/workouts/workout-reads.store.ts';

/** Reads the events of a record. A rejected record is included as long as it can be restored. */
export async function readRecord(
  db: Queryable,
  { sub, workoutId }: WorkoutKey,
  now: Date,
): Promise<WorkoutRecord> {
  const present = await findWorkout(db, sub, workoutId);
  const rejected = present === null ? await findRejected(db, sub, workoutId) : null;
  const workout = present ?? rejected?.workout;
  if (workout === undefined || (rejected !== null && isOver(rejected.rejectedAt, now))) {
    throw new AppError('not_found');
  }
  const sets =
    rejected === null ? await selectSets(db, [workoutId]) : await listRejectedSets(db, workoutId);
  const range = await findLoadRange(db, workout.machineId);
  const correction = await findLastCorrection(db, sub, workoutId);
  const events = await listEvents(db, sub, workoutId, maxRecordEvents);
  return {
    workout: toWorkout(workout),
    machineId: workout.machineId,
    gymId: workout.gymId,
    loads: {
      minLoad: toKilograms(range.minLoadHg),
      maxLoad: toKilograms(range.maxLoadHg),
      loadStep: toKilograms(range.loadStepHg),
    },
    sets: sets.map(toRecordSet),
    correctedAt: workout.correctedAt?.toISOString() ?? null,
    rejection: rejected && describeRejection(rejected),
    correction: correction && describeCorrection(correction),
    ranked: rejected === null && workout.correctionState !== 'pending',
    events: describeEvents(workout, events),
  };
}

export function toRecordSet({
  loadHg,
  repLoadsHg,
}: Pick<SetSnapshot, 'loadHg' | 'repLoadsHg'>): RecordSet {
  return { loadKg: toKilograms(loadHg), repCount: repLoadsHg.length };
}

function describeRejection({ rejectedAt, reason }: RejectedRecord) {
  return {
    rejectedAt: rejectedAt.toISOString(),
    reason,
    undoUntil: undoUntil(rejectedAt).toISOString(),
  };
}

function describeCorrection(correction: WorkoutCorrectionRow): WorkoutRecord['correction'] {
  const { id, state, reason, decisionReason } = correction;
  return {
    id,
    state,
    reason,
    madeAt: correction.madeAt.toISOString(),
    decidedAt: correction.decidedAt?.toISOString() ?? null,
    decisionReason,
    before: correction.before.map(toRecordSet),
    after: correction.after.map(toRecordSet),
  };
}

type EventRow = typeof workoutEvents.$inferSelect;

/**
 * Lists the events of a record. The arrival from the machine has no row, because that would cost
 * one row for every workout.
 */
function describeEvents(workout: WorkoutRow, rows: readonly EventRow[]): RecordEvent[] {
  const nothing = { reason: null, before: null, after: null };
  const recorded: RecordEvent = {
    kind: 'recorded',
    by: 'machine',
    at: workout.endedAt.toISOString(),
    ...nothing,
  };
  const wasCorrected = rows.some(({ kind }) => kind === 'corrected_by_staff');
  const { correctedAt, correctionReason } = workout;
  const earlier: RecordEvent[] = [];
  if (correctedAt !== null && workout.correctionState === null && !wasCorrected) {
    // Staff corrected the record before events were stored, or before the newest ones that are
    // read.
    earlier.push({
      ...nothing,
      kind: 'corrected_by_staff',
      by: 'staff',
      at: correctedAt.toISOString(),
      reason: correctionReason,
    });
  }
  return [
    recorded,
    ...earlier,
    ...rows.map(({ kind, actor, at, reason, before, after }) => ({
      kind,
      by: actor,
      at: at.toISOString(),
      reason,
      before: before?.map(toRecordSet) ?? null,
      after: after?.map(toRecordSet) ?? null,
    })),
  ];
}
