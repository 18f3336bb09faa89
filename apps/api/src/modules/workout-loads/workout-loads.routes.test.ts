import { randomUUID } from 'node:crypto';
import type { WorkoutLoad } from '@tanren/contract/workout-loads';
import { expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { storeWorkout } from '#testing/stored-workouts.ts';
import { bearer, shareTestApp } from '#testing/test-app.ts';
import { createTestDatabase } from '#testing/test-database.ts';
import { findNextLoad } from './workout-loads.service.ts';

const { db } = await createTestDatabase();
const now = new Date('2025-08-15T03:00:00Z');
const app = await shareTestApp({ db, modules: productModules, now: () => now });

async function listLoads(sub: string): Promise<WorkoutLoad[]> {
  const response = await app.inject({ url: '/api/workout-loads', headers: bearer(sub) });
  expect(response.statusCode).toBe(200);
  return response.json();
}

const august = (day: number) => new Date(Date.UTC(2025, 7, day, 10));

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
      lastWorkoutAt: august(8).toISOString(),
      maxLoad: 45,
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
      lastWorkoutAt: august(9).toISOString(),
      maxLoad: 100,
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
  const range = { minLoadHg: 50, maxLoadHg: 1500, loadStepHg: 100 };
  expect(await findNextLoad(db, sub, 1, range, now)).toBe(450);
  expect(await findNextLoad(db, sub, 1, { ...range, maxLoadHg: 300 }, now)).toBe(300);
  expect(await findNextLoad(db, sub, 2, range, now)).toBeNull();
  expect(await findNextLoad(db, randomUUID(), 1, range, now)).toBeNull();
});

test('a token is needed', async () => {
  expect((await app.inject('/api/workout-loads')).statusCode).toBe(401);
});
