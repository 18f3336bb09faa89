import type { WorkoutHistory } from '@tanren/contract/workout-history';
import type { WorkoutDetail } from '@tanren/contract/workouts';

type LiftedSet = readonly [loadKg: number, reps: number];

function lift(
  id: number,
  workoutTypeId: number,
  startedAt: string,
  sets: readonly LiftedSet[],
): WorkoutDetail {
  return {
    id,
    workoutTypeId,
    startedAt,
    endedAt: new Date(Date.parse(startedAt) + sets.length * 120_000).toISOString(),
    max: Math.max(...sets.map(([loadKg]) => loadKg)),
    tfo: sets.reduce((sum, [loadKg, reps]) => sum + loadKg * reps, 0),
    setCount: sets.length,
    repCount: sets.reduce((sum, [, reps]) => sum + reps, 0),
    personalBests: [],
    sets: sets.map(([loadKg, reps]) => ({
      loadKg,
      reps: Array.from({ length: reps }, (_, rep) => ({ loadKg, ms: 1800 + rep * 50 })),
    })),
    estimatedOneRepMax: null,
    previous: null,
    trainingSessionId: null,
    trainingSessionTitle: null,
    correction: null,
  };
}

const first = lift(1, 1, '2025-08-15T09:00:00.000Z', [[40, 10]]);
const second = lift(2, 1, '2026-02-11T09:00:00.000Z', [
  [50, 10],
  [50, 8],
]);
const newest = lift(4, 1, '2026-03-03T09:00:00.000Z', [
  [50, 10],
  [52.5, 12],
]);

/** Three bouts of チェストプレス and one of アームカール, newest first. */
export const liftedWorkouts: readonly WorkoutDetail[] = [
  { ...newest, previous: second },
  lift(3, 6, '2026-03-03T08:50:00.000Z', [[10, 15]]),
  { ...second, previous: first },
  first,
];

/** The course of チェストプレス, oldest first. */
export const liftedPoints: WorkoutHistory['points'] = [first, second, newest].map((workout) => ({
  workoutId: workout.id,
  startedAt: workout.startedAt,
  max: workout.max,
  tfo: workout.tfo,
  estimatedOneRepMax: null,
}));

const best = { workoutId: newest.id, achievedAt: newest.startedAt };
export const liftedBests: WorkoutHistory['bests'] = {
  max: { ...best, value: newest.max },
  tfo: { ...best, value: newest.tfo },
  oneRepMax: null,
};
