import type { WorkoutHistory } from '@tanren/contract/workout-history';
import type { WorkoutLoad } from '@tanren/contract/workout-loads';
import type { Workout, WorkoutDetail, WorkoutSet } from '@tanren/contract/workouts';

/** So many reps of one load, each a little slower than the one before. */
export function makeSet(loadKg: number, reps: number): WorkoutSet {
  return {
    loadKg,
    reps: Array.from({ length: reps }, (_, rep) => ({ loadKg, ms: 1800 + rep * 50 })),
  };
}

/** A bout of チェストプレス, unless it is told otherwise. */
export function makeDetail(changes: Partial<WorkoutDetail> = {}): WorkoutDetail {
  const sets = changes.sets ?? [makeSet(50, 10), makeSet(52.5, 12)];
  const loads = sets.flatMap(({ reps }) => reps.map(({ loadKg }) => loadKg));
  return {
    id: 4,
    workoutTypeId: 1,
    startedAt: '2026-03-12T09:00:00.000Z',
    endedAt: '2026-03-12T09:04:00.000Z',
    max: Math.max(...loads),
    tfo: loads.reduce((sum, load) => sum + load, 0),
    setCount: sets.length,
    repCount: loads.length,
    personalBests: [],
    sets,
    estimatedOneRepMax: null,
    previous: null,
    trainingSessionId: null,
    trainingSessionTitle: null,
    correction: null,
    ...changes,
  };
}

/** As the list tells it. */
export function makeWorkout(changes: Partial<WorkoutDetail> = {}): Workout {
  const detail = makeDetail(changes);
  const { id, workoutTypeId, startedAt, endedAt, max, tfo } = detail;
  const { setCount, repCount, personalBests } = detail;
  return { id, workoutTypeId, startedAt, endedAt, max, tfo, setCount, repCount, personalBests };
}

/** Three bouts of チェストプレス and one of アームカール, too long for an estimate; newest first. */
export const someWorkouts: readonly WorkoutDetail[] = [
  makeDetail({
    id: 4,
    personalBests: ['max', 'tfo'],
    estimatedOneRepMax: { kg: 66.7, reps: 10, reference: false },
    previous: { id: 2, startedAt: '2026-02-20T09:00:00.000Z', max: 50, tfo: 900 },
  }),
  makeDetail({
    id: 3,
    workoutTypeId: 6,
    startedAt: '2026-03-12T08:50:00.000Z',
    sets: [makeSet(10, 15)],
  }),
  makeDetail({
    id: 2,
    startedAt: '2026-02-20T09:00:00.000Z',
    sets: [makeSet(50, 10), makeSet(50, 8)],
    personalBests: ['max', 'tfo'],
    estimatedOneRepMax: { kg: 66.7, reps: 10, reference: false },
    previous: { id: 1, startedAt: '2025-08-24T09:00:00.000Z', max: 40, tfo: 400 },
  }),
  makeDetail({
    id: 1,
    startedAt: '2025-08-24T09:00:00.000Z',
    sets: [makeSet(40, 10)],
    estimatedOneRepMax: { kg: 53.3, reps: 10, reference: false },
  }),
];

/** Of チェストプレス, after the newest of the bouts above. */
export const someLoad: WorkoutLoad = {
  workoutTypeId: 1,
  lastLoad: 52.5,
  lastReps: 12,
  lastPlannedReps: null,
  lastWorkoutAt: '2026-03-12T09:00:00.000Z',
  maxLoad: 52.5,
  recentBest: 52.5,
  maxLoadAt: '2026-03-12T09:00:00.000Z',
  estimatedOneRepMax: { kg: 66.7, reps: 10, reference: false },
  nextLoad: 55,
  nextLoadReason: 'raise',
  nextLoadNote: null,
};

/** The course of one type over those of the bouts above that began since. */
export function makeHistory(workoutTypeId: number, since: string): WorkoutHistory {
  const ofType = someWorkouts.filter((workout) => workout.workoutTypeId === workoutTypeId);
  const points = ofType
    .filter(({ startedAt }) => startedAt >= since)
    .map(({ id, startedAt, max, tfo, estimatedOneRepMax }) => {
      return { workoutId: id, startedAt, max, tfo, estimatedOneRepMax };
    })
    .toReversed();
  const [newest] = ofType;
  if (!newest) return { points: [], bests: null, workoutCount: 0 };
  const best = (value: number) => {
    return { value, workoutId: newest.id, achievedAt: newest.startedAt };
  };
  return {
    points,
    bests: {
      max: best(newest.max),
      tfo: best(newest.tfo),
      oneRepMax: newest.estimatedOneRepMax ? best(newest.estimatedOneRepMax.kg) : null,
    },
    workoutCount: ofType.length,
  };
}
