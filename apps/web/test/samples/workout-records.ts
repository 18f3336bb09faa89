import type { StaffCorrection } from '@tanren/contract/workouts/staff-workout-corrections';
import type {
  RecordEvent,
  RecordSet,
  WorkoutRecord,
} from '@tanren/contract/workouts/workout-records';
import type { WorkoutDetail } from '@tanren/contract/workouts/workouts';
import { sampleListedWorkout, sampleWorkout } from './workouts.ts';

export function sampleEvent(
  kind: RecordEvent['kind'],
  changes: Partial<RecordEvent> = {},
): RecordEvent {
  const at = '2026-03-12T09:05:00.000Z';
  return { kind, at, by: 'member', reason: null, before: null, after: null, ...changes };
}

export function shortSets({ sets }: Pick<WorkoutDetail, 'sets'>): RecordSet[] {
  return sets.map(({ loadKg, reps }) => ({ loadKg, repCount: reps.length }));
}

/** Returns the record of a workout that is unchanged since the machine sent it. */
export function sampleRecord(
  workout: WorkoutDetail = sampleWorkout(),
  changes: Partial<WorkoutRecord> = {},
): WorkoutRecord {
  return {
    workout: sampleListedWorkout(workout),
    machineId: 12,
    gymId: 1,
    loads: { minLoad: 5, maxLoad: 150, loadStep: 2.5 },
    sets: shortSets(workout),
    correctedAt: null,
    rejection: null,
    correction: null,
    ranked: true,
    events: [sampleEvent('recorded', { by: 'machine', at: workout.endedAt })],
    ...changes,
  };
}

/** Returns a correction of テツ from 20 kg to 25 kg. */
export function sampleStaffCorrection(changes: Partial<StaffCorrection> = {}): StaffCorrection {
  return {
    id: 1,
    madeAt: '2026-03-12T10:00:00.000Z',
    member: '6f2d3f0e-5a53-4c5c-9a51-0f7d7f1f0a11',
    nickname: 'テツ',
    workoutId: 4,
    workoutTypeId: 6,
    gymId: 1,
    gymName: 'TANREN 神田',
    machineId: 12,
    startedAt: '2026-03-12T09:00:00.000Z',
    gymDay: '2026-03-12',
    reason: 'ピンの位置を読み違えていました',
    before: [
      { loadKg: 20, repCount: 10 },
      { loadKg: 20, repCount: 8 },
    ],
    after: [
      { loadKg: 20, repCount: 10 },
      { loadKg: 25, repCount: 8 },
    ],
    maxBefore: 20,
    maxAfter: 25,
    tfoBefore: 360,
    tfoAfter: 400,
    ...changes,
  };
}
