import { randomUUID } from 'node:crypto';
import type { WorkoutType } from '@tanren/contract/workouts/workout-types';
import { expect, test } from 'vitest';
import { storeWorkout } from '#test/support/workouts/workouts.ts';
import { openWorld } from '#test/support/world.ts';

const { db, call } = await openWorld();

const listTypes = async (sub: string) =>
  (await call<WorkoutType[]>(sub, 'GET', '/workout-types')).body;

// spec 3.1, 7.35
test('lists the sixteen types, none of them done', async () => {
  const types = await listTypes(randomUUID());
  expect(types.map(({ id }) => id)).toEqual(Array.from({ length: 16 }, (_, at) => at + 1));
  expect(types.some(({ workouted }) => workouted)).toBe(false);
  expect(types[0]).toEqual({
    id: 1,
    name: 'チェストプレス',
    muscles: [
      { muscle: 'pectorals', share: 1 },
      { muscle: 'deltoids', share: 0.5 },
      { muscle: 'triceps', share: 0.5 },
    ],
    loadStep: 2.5,
    minLoad: 5,
    maxLoad: 150,
    workouted: false,
  });
});

// spec 3.2
test('marks the types that the member has done', async () => {
  const [sub, other] = [randomUUID(), randomUUID()];
  for (const workoutTypeId of [3, 16, 3]) {
    await storeWorkout(db, sub, { workoutTypeId, startedAt: new Date(), sets: [[200, 5]] });
  }
  const doneBy = async (member: string) =>
    (await listTypes(member)).filter(({ workouted }) => workouted).map(({ id }) => id);
  expect(await doneBy(sub)).toEqual([3, 16]);
  expect(await doneBy(other)).toEqual([]);
});
