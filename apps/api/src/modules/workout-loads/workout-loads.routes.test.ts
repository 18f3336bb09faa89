import { randomUUID } from 'node:crypto';
import type { WorkoutLoad } from '@tanren/contract/workout-loads';
import { expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { trainingSessionRuns } from '#db/schema/training-sessions.ts';
import { planItem } from '#test/support/training-sessions.ts';
import { storeWorkout } from '#test/support/workouts.ts';
import { bearer, shareTestApp } from '#test/support/app.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { findMachineLoads } from './workout-loads.service.ts';

const { db } = await createTestDatabase();
const now = new Date('2025-08-15T03:00:00Z');
const app = await shareTestApp({ db, modules: productModules, now: () => now });

async function listLoads(sub: string): Promise<WorkoutLoad[]> {
  const response = await app.inject({ url: '/api/workout-loads', headers: bearer(sub) });
  expect(response.statusCode).toBe(200);
  return response.json();
}

const august = (day: number) => new Date(Date.UTC(2025, 7, day, 10));

const range = { minLoadHg: 50, maxLoadHg: 1500, loadStepHg: 100 };

/** A session of one item of the chest press. */
async function storeRun(sub: string, startedAt: Date, reps: number): Promise<number> {
  const items = [planItem({ workoutTypeId: 1, reps, loadHg: null })];
  const run = { sub, title: '予定', items, startedAt, endsBy: startedAt, endedAt: startedAt };
  const [stored] = await db.insert(trainingSessionRuns).values(run).returning();
  return stored?.id ?? 0;
}

test('of nobody yet there are none', async () => {
  expect(await listLoads(randomUUID())).toEqual([]);
});

test('last, best and next of each type done', async () => {
  const sub = randomUUID();
  await storeWorkout(db, sub, { startedAt: august(1), sets: [[450, 5]] });
  await storeWorkout(db, sub, {
    startedAt: august(8),
    sets: [
      [300, 12],
      [400, 10],
      [400, 12],
    ],
  });
  await storeWorkout(db, sub, { workoutTypeId: 11, startedAt: august(9), sets: [[1000, 13]] });
  expect(await listLoads(sub)).toEqual([
    {
      workoutTypeId: 1,
      lastLoad: 40,
      lastReps: 12,
      lastPlannedReps: null,
      lastWorkoutAt: august(8).toISOString(),
      maxLoad: 45,
      recentBest: 45,
      maxLoadAt: august(1).toISOString(),
      estimatedOneRepMax: { kg: 53.3, reps: 10, reference: false },
      nextLoad: 42.5,
      nextLoadReason: 'raise',
      nextLoadNote: null,
    },
    {
      workoutTypeId: 11,
      lastLoad: 100,
      lastReps: 13,
      lastPlannedReps: null,
      lastWorkoutAt: august(9).toISOString(),
      maxLoad: 100,
      recentBest: 100,
      maxLoadAt: august(9).toISOString(),
      estimatedOneRepMax: null,
      nextLoad: 105,
      nextLoadReason: 'raise',
      nextLoadNote: null,
    },
  ]);
  expect(await listLoads(randomUUID())).toEqual([]);
});

test('the next one follows the four newest, by when they were done', async () => {
  const sub = randomUUID();
  for (const day of [2, 4, 6, 8]) {
    await storeWorkout(db, sub, { startedAt: august(day), sets: [[400, 9]] });
  }
  expect(await listLoads(sub)).toMatchObject([{ nextLoadReason: 'stalled' }]);
  await storeWorkout(db, sub, { startedAt: august(1), sets: [[300, 12]] });
  expect(await listLoads(sub)).toMatchObject([{ lastLoad: 40, nextLoadReason: 'stalled' }]);
  await storeWorkout(db, sub, { startedAt: august(10), sets: [[400, 11]] });
  expect(await listLoads(sub)).toMatchObject([{ lastReps: 11 }]);
});

test('a machine gets the next load within its own range', async () => {
  const sub = randomUUID();
  await storeWorkout(db, sub, { startedAt: august(8), sets: [[400, 12]] });
  const atMost = async (maxLoadHg: number) =>
    await findMachineLoads(db, sub, 1, { ...range, maxLoadHg }, now);
  expect(await atMost(range.maxLoadHg)).toMatchObject({ nextLoadHg: 450, chosenByTrainer: false });
  expect(await atMost(300)).toMatchObject({ nextLoadHg: 300 });
  expect(await findMachineLoads(db, sub, 2, range, now)).toBeNull();
  expect(await findMachineLoads(db, randomUUID(), 1, range, now)).toBeNull();
});

test('a token is needed', async () => {
  expect((await app.inject('/api/workout-loads')).statusCode).toBe(401);
});

test('a plan that was done lowers nothing, and is told', async () => {
  const sub = randomUUID();
  const lift = async (day: number, reps: number, planned: number | null) => {
    const sessionRunId = planned === null ? null : await storeRun(sub, august(day), planned);
    await storeWorkout(db, sub, { startedAt: august(day), sets: [[400, reps]], sessionRunId });
  };
  await lift(2, 5, null);
  expect(await listLoads(sub)).toMatchObject([{ nextLoad: 37.5, nextLoadReason: 'lower' }]);
  await lift(4, 5, 5);
  const asPlanned = { nextLoad: 40, nextLoadReason: 'keep', lastPlannedReps: 5 };
  expect(await listLoads(sub)).toMatchObject([asPlanned]);
  await lift(6, 5, 5);
  await lift(8, 5, 5);
  expect(await listLoads(sub)).toMatchObject([asPlanned]);
  const fine = { ...range, loadStepHg: 25 };
  expect(await findMachineLoads(db, sub, 1, fine, now)).toMatchObject({ nextLoadHg: 400 });
});

test('the best of late is that of 90 days, or of all time where there is none', async () => {
  const sub = randomUUID();
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);
  await storeWorkout(db, sub, { startedAt: daysAgo(91), sets: [[800, 5]] });
  expect(await listLoads(sub)).toMatchObject([{ maxLoad: 80, recentBest: 80 }]);
  await storeWorkout(db, sub, { startedAt: daysAgo(90), sets: [[500, 5]] });
  await storeWorkout(db, sub, { startedAt: daysAgo(3), sets: [[400, 5]] });
  expect(await listLoads(sub)).toMatchObject([{ maxLoad: 80, recentBest: 50 }]);
  expect(await findMachineLoads(db, sub, 1, range, now)).toMatchObject({ recentBestHg: 500 });
});
