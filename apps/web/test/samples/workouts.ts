import type { Visit, VisitTotals } from '@tanren/contract/workouts/visits';
import type { WorkoutHistory } from '@tanren/contract/workouts/workout-history';
import type { WorkoutLoad } from '@tanren/contract/workouts/workout-loads';
import type { WorkoutStrength } from '@tanren/contract/workouts/workout-strength';
import type { Workout, WorkoutDetail, WorkoutSet } from '@tanren/contract/workouts/workouts';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { groupVisits, summarizeVisit } from '@tanren/domain/workouts/visits';

/** Returns the gym day for a gym that closes by midnight. */
function dateOf(startedAt: string): string {
  return toGymDay(new Date(startedAt));
}

/** Returns a set of one load, in which each rep is a little slower than the one before. */
export function sampleSet(loadKg: number, reps: number): WorkoutSet {
  return {
    loadKg,
    reps: Array.from({ length: reps }, (_, rep) => ({ loadKg, ms: 1800 + rep * 50 })),
  };
}

/** Returns a workout on the チェストプレス by default. */
export function sampleWorkout(changes: Partial<WorkoutDetail> = {}): WorkoutDetail {
  const sets = changes.sets ?? [sampleSet(50, 10), sampleSet(52.5, 12)];
  const loads = sets.flatMap(({ reps }) => reps.map(({ loadKg }) => loadKg));
  const { startedAt = '2026-03-12T09:00:00.000Z' } = changes;
  return {
    id: 4,
    workoutTypeId: 1,
    startedAt,
    gymDay: dateOf(startedAt),
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

/** Returns a workout with everything that its page can show. */
export function fullWorkout(id: number): WorkoutDetail {
  return sampleWorkout({
    id,
    personalBests: ['max'],
    estimatedOneRepMax: { kg: 63.3, reps: 8, reference: false },
    previous: {
      id: 9,
      startedAt: '2026-03-01T09:00:00.000Z',
      gymDay: '2026-03-01',
      max: 47.5,
      tfo: 420,
      sets: [],
    },
    trainingSessionId: 5,
    trainingSessionTitle: '上半身の日',
  });
}

/** Returns the workout as a list contains it. */
export function sampleListedWorkout(changes: Partial<WorkoutDetail> = {}): Workout {
  const detail = sampleWorkout(changes);
  const { id, workoutTypeId, startedAt, endedAt, gymDay, max, tfo } = detail;
  const { setCount, repCount, personalBests, marks } = detail;
  const times = { startedAt, endedAt, gymDay };
  const marked = marks === undefined ? {} : { marks };
  return { id, workoutTypeId, ...times, max, tfo, setCount, repCount, personalBests, ...marked };
}

/**
 * Three workouts on the チェストプレス and one on the アームカール, which has too many reps for an estimate.
 * Newest first.
 */
export const someWorkouts: readonly WorkoutDetail[] = [
  sampleWorkout({
    id: 4,
    personalBests: ['max', 'tfo'],
    estimatedOneRepMax: { kg: 66.7, reps: 10, reference: false },
    previous: {
      id: 2,
      startedAt: '2026-02-20T09:00:00.000Z',
      gymDay: '2026-02-20',
      max: 50,
      tfo: 900,
      sets: [sampleSet(50, 10), sampleSet(50, 8)],
    },
  }),
  sampleWorkout({
    id: 3,
    workoutTypeId: 6,
    startedAt: '2026-03-12T08:50:00.000Z',
    sets: [sampleSet(10, 15)],
  }),
  sampleWorkout({
    id: 2,
    startedAt: '2026-02-20T09:00:00.000Z',
    sets: [sampleSet(50, 10), sampleSet(50, 8)],
    personalBests: ['max', 'tfo'],
    estimatedOneRepMax: { kg: 66.7, reps: 10, reference: false },
    previous: {
      id: 1,
      startedAt: '2025-08-24T09:00:00.000Z',
      gymDay: '2025-08-24',
      max: 40,
      tfo: 400,
      sets: [sampleSet(40, 10)],
    },
  }),
  sampleWorkout({
    id: 1,
    startedAt: '2025-08-24T09:00:00.000Z',
    sets: [sampleSet(40, 10)],
    estimatedOneRepMax: { kg: 53.3, reps: 10, reference: false },
  }),
];

/** Answers for the calendar: returns the visits of a month, and the day of the first of all. */
export function monthOfVisits(visits: readonly Visit[], month: string) {
  return {
    visits: visits
      .filter(({ date }) => date.startsWith(month))
      .map(({ workouts: _, ...totals }): VisitTotals => totals),
    firstDate: visits.map(({ date }) => date).toSorted()[0] ?? null,
  };
}

/** Returns the visits to one gym that these workouts belong to, as the API returns them. */
export function sampleVisits(workouts: readonly Workout[]): Visit[] {
  const lifted = workouts.map((workout) => ({
    ...workout,
    gymId: 1,
    startedAt: new Date(workout.startedAt),
    endedAt: new Date(workout.endedAt),
    tfoHg: Math.round(workout.tfo * 10),
  }));
  return groupVisits(lifted).flatMap(({ date, gymId, workouts: done }): Visit[] => {
    const summary = summarizeVisit(done);
    if (summary === null) return [];
    const { startedAt, endedAt, tfoHg, ...rest } = summary;
    return [
      {
        ...rest,
        date,
        gymId,
        gymName: 'TANREN 神田',
        startedAt: startedAt.toISOString(),
        endedAt: endedAt.toISOString(),
        tfo: tfoHg / 10,
        workouts: done.flatMap(({ id }) => workouts.filter((workout) => workout.id === id)),
      },
    ];
  });
}

/** Returns the load of the チェストプレス after the newest of `someWorkouts`. */
export function sampleLoad(changes: Partial<WorkoutLoad> = {}): WorkoutLoad {
  const { lastLoad = 52.5, lastWorkoutAt = '2026-03-12T09:00:00.000Z' } = changes;
  return {
    workoutTypeId: 1,
    lastLoad,
    lastReps: 12,
    lastPlannedReps: null,
    lastWorkoutAt,
    lastGymDay: dateOf(lastWorkoutAt),
    maxLoad: lastLoad,
    recentBest: lastLoad,
    maxLoadAt: lastWorkoutAt,
    estimatedOneRepMax: { kg: 66.7, reps: 10, reference: false },
    nextLoad: (lastLoad ?? 0) + 2.5,
    nextLoadReason: 'raise',
    nextLoadNote: null,
    ...changes,
  };
}

/** Returns the history of one type: those of `someWorkouts` that began after `since`. */
export function sampleHistory(workoutTypeId: number, since: string): WorkoutHistory {
  const ofType = someWorkouts.filter((workout) => workout.workoutTypeId === workoutTypeId);
  const points = ofType
    .filter(({ startedAt }) => startedAt >= since)
    .map(({ id, startedAt, gymDay, max, tfo, estimatedOneRepMax }) => {
      return { workoutId: id, startedAt, gymDay, max, tfo, estimatedOneRepMax };
    })
    .toReversed();
  const [newest] = ofType;
  if (!newest) return { points: [], bests: null, workoutCount: 0 };
  const best = (value: number) => {
    const { id, startedAt, gymDay } = newest;
    return { value, workoutId: id, achievedAt: startedAt, gymDay };
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

/** Returns the strength after each of `someWorkouts` of the チェストプレス since a day. */
export function sampleStrength(since = '2025-01-01'): WorkoutStrength {
  const all = [
    { day: '2025-08-24', low: 49.2, middle: 54.1, high: 59.4 },
    { day: '2026-02-20', low: 60.1, middle: 63.7, high: 67.5 },
    { day: '2026-03-12', low: 62.4, middle: 65.2, high: 68.1 },
  ];
  const days = all.filter(({ day }) => day >= since);
  return { days, change: days.length < 2 ? null : 6.2, changeSince: days[0]?.day ?? null };
}
