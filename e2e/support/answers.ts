import type { Page } from '@playwright/test';
import type { Visit } from '@tanren/contract/visits';
import type { WorkoutDetail } from '@tanren/contract/workouts';

/** By path: what calls answer whose data the stand-in for a session cannot have. */
export type Answers = Readonly<Record<string, unknown>>;

export async function answerCalls(page: Page, answers: Answers): Promise<void> {
  for (const [path, json] of Object.entries(answers)) {
    await page.route(`**${path}`, (route) => route.fulfill({ json }));
  }
}

export function sampleWorkout(id: number): WorkoutDetail {
  return {
    id,
    workoutTypeId: 1,
    startedAt: '2026-03-03T09:00:00.000Z',
    endedAt: '2026-03-03T09:06:00.000Z',
    max: 50,
    tfo: 400,
    setCount: 1,
    repCount: 8,
    personalBests: ['max'],
    sets: [{ loadKg: 50, reps: Array.from({ length: 8 }, () => ({ loadKg: 50, ms: 2000 })) }],
    estimatedOneRepMax: { kg: 63.3, reps: 8, reference: false },
    previous: { id: 9, startedAt: '2026-03-01T09:00:00.000Z', max: 47.5, tfo: 420, sets: [] },
    trainingSessionId: 5,
    trainingSessionTitle: '上半身の日',
    correction: null,
  };
}

/** A visit of this day with one workout. */
export function sampleVisit(date: string): Visit {
  const { startedAt, endedAt, tfo, setCount, repCount, ...workout } = sampleWorkout(1);
  const { id, workoutTypeId, max, personalBests } = workout;
  const sums = { startedAt, endedAt, tfo, setCount, repCount };
  return {
    ...sums,
    date,
    gymId: 1,
    gymName: 'TANREN 神田',
    minutes: 6,
    workoutTypeIds: [workoutTypeId],
    personalBests: [{ workoutTypeId, kinds: personalBests }],
    workouts: [{ ...sums, id, workoutTypeId, max, personalBests }],
  };
}
