import {
  getWorkoutRecord,
  listRejectedWorkouts,
  proposeCorrection,
  rejectWorkout,
  restoreWorkout,
  withdrawCorrection,
  type WorkoutRecord,
} from '@tanren/contract/workouts/workout-records';
import { getWorkout, type WorkoutDetail } from '@tanren/contract/workouts/workouts';
import { sampleEvent, sampleRecord, shortSets } from '#test/samples/workout-records.ts';
import { sampleListedWorkout, sampleSet, sampleWorkout } from '#test/samples/workouts.ts';
import { answer, rejectWith } from '#test/support/answers.ts';

export const recordPath = '/workouts/4';
const madeAt = '2026-03-12T10:00:00.000Z';
const undoUntil = '2026-04-11T10:00:00.000Z';

/**
 * Stores a record in memory: 50 kg ten times, then 52.5 kg twelve times. The returned functions act
 * as other devices and staff.
 */
export function storeRecord() {
  const original = sampleWorkout();
  let workout: WorkoutDetail = original;
  let record: WorkoutRecord | null = sampleRecord(original);
  const missing = rejectWith(404, 'not_found');

  function change(changes: Partial<WorkoutRecord>, event: WorkoutRecord['events'][number]) {
    if (record === null) return missing;
    const events = [...record.events, event];
    record = { ...record, ...changes, workout: sampleListedWorkout(workout), events };
    return record;
  }

  function reject() {
    if (record === null || record.rejection !== null) return record ?? missing;
    const rejection = { rejectedAt: madeAt, reason: null, undoUntil };
    return change({ rejection, ranked: false }, sampleEvent('rejected', { at: madeAt }));
  }

  function restore() {
    if (record === null || record.rejection === null) return record ?? missing;
    return change({ rejection: null, ranked: true }, sampleEvent('restored', { at: madeAt }));
  }

  function correct(sets: WorkoutDetail['sets'], reason: string) {
    const before = shortSets(workout);
    const marks = ['correction_pending' as const];
    const after = shortSets({ sets });
    workout = { ...workout, marks, correction: { reason, correctedAt: madeAt, by: 'member' } };
    const shared = { reason, before, after };
    return change(
      {
        ranked: false,
        correctedAt: madeAt,
        correction: {
          ...shared,
          id: 1,
          state: 'pending',
          madeAt,
          decidedAt: null,
          decisionReason: null,
        },
      },
      sampleEvent('corrected', { ...shared, at: madeAt }),
    );
  }

  /** Restores the machine's record. */
  function takeBack(state: 'withdrawn' | 'refused', decisionReason: string | null) {
    workout = original;
    const correction = record?.correction ?? null;
    const kind = state === 'refused' ? 'correction_refused' : 'correction_withdrawn';
    return change(
      {
        sets: shortSets(original),
        ranked: true,
        correction: correction && { ...correction, state, decisionReason },
      },
      sampleEvent(kind, {
        at: '2026-03-13T10:00:00.000Z',
        by: state === 'refused' ? 'staff' : 'member',
        reason: decisionReason,
      }),
    );
  }

  answer(getWorkout, () => (record === null || record.rejection !== null ? missing : workout));
  answer(getWorkoutRecord, () => record ?? missing);
  answer(rejectWorkout, reject);
  answer(restoreWorkout, restore);
  answer(listRejectedWorkouts, () => ({
    items:
      record === null || record.rejection === null
        ? []
        : [{ workout: record.workout, rejectedAt: madeAt, undoUntil }],
    nextCursor: null,
  }));
  answer(proposeCorrection, ({ body }) => {
    if (record === null || record.rejection !== null) return missing;
    if (body.correctedAt !== record.correctedAt) return rejectWith(409, 'stale_version');
    const sets = body.sets.map(({ loadKg, repCount }) => sampleSet(loadKg, repCount));
    return correct(sets, body.reason);
  });
  answer(withdrawCorrection, () =>
    record?.correction?.state === 'pending'
      ? takeBack('withdrawn', null)
      : rejectWith(409, 'correction_decided'),
  );

  return {
    reject: () => void reject(),
    restore: () => void restore(),
    correct: (sets: WorkoutDetail['sets'], reason: string) => void correct(sets, reason),
    rejectWith: (reason: string) => void takeBack('refused', reason),
    /** Corrects the record as staff. */
    correctByStaff(sets: WorkoutDetail['sets']) {
      workout = sampleWorkout({ sets, marks: ['corrected_by_staff'] });
      change({ sets: shortSets(workout), correctedAt: madeAt }, sampleEvent('corrected_by_staff'));
    },
    remove() {
      record = null;
    },
  };
}
