import { randomUUID } from 'node:crypto';
import type { TrainingStatus } from '@tanren/contract/workouts/training-status';
import { muscles } from '@tanren/domain/workouts/muscles';
import { describe, expect, test } from 'vitest';
import { storeWorkout } from '#test/support/workouts/workouts.ts';
import { openWorld } from '#test/support/world.ts';

/** A Friday. The week began on Monday, 11 August. */
const { db, call } = await openWorld('2025-08-15T03:00:00Z');

const readStatus = async (sub: string) =>
  (await call<TrainingStatus>(sub, 'GET', '/training-status')).body;

async function train(sub: string, startedAt: string, workoutTypeId = 1, setCount = 1) {
  const sets = Array.from({ length: setCount }, () => [400, 10] as const);
  await storeWorkout(db, sub, { startedAt, workoutTypeId, sets });
}

test('is empty for a member without workouts', async () => {
  const status = await readStatus(randomUUID());
  expect(status).toMatchObject({ weekStartsOn: '2025-08-11', trainedDays: [], streakWeeks: 0 });
  expect(status.muscles).toEqual(
    muscles.map(({ id }) => ({
      muscle: id,
      sets: 0,
      earlierSets: [0, 0, 0],
      lastTrainedOn: null,
    })),
  );
});

// spec 1.8
test('days of this week and sets of the last seven days begin and end in Japan', async () => {
  const sub = randomUUID();
  await train(sub, '2025-08-08T14:59:59Z', 16, 5);
  await train(sub, '2025-08-08T15:00:00Z', 13, 2);
  await train(sub, '2025-08-10T14:59:59Z', 6, 9);
  await train(sub, '2025-08-10T15:00:00Z', 1, 3);
  await train(sub, '2025-08-11T16:00:00Z', 3, 2);
  await train(sub, '2025-08-11T22:00:00Z', 1, 1);
  const status = await readStatus(sub);
  expect(status.trainedDays).toEqual(['2025-08-11', '2025-08-12']);
  const ofMuscle = (id: string) => status.muscles.find(({ muscle }) => muscle === id);
  expect(ofMuscle('pectorals')).toMatchObject({ sets: 4, lastTrainedOn: '2025-08-12' });
  expect(ofMuscle('deltoids')).toMatchObject({ sets: 4 });
  expect(ofMuscle('triceps')).toMatchObject({ sets: 3 });
  expect(ofMuscle('trapezius')).toMatchObject({ sets: 1, lastTrainedOn: '2025-08-12' });
  // The Sunday before belongs to last week, and to the last seven days.
  expect(ofMuscle('biceps')).toMatchObject({ sets: 9, lastTrainedOn: '2025-08-10' });
  expect(ofMuscle('hamstrings')).toMatchObject({ sets: 2, lastTrainedOn: '2025-08-09' });
  // The full sets were done a day before the last seven days. Only the half sets of the next day
  // count.
  expect(ofMuscle('calves')).toMatchObject({ sets: 1, lastTrainedOn: '2025-08-09' });
  expect(ofMuscle('adductors')).toMatchObject({ sets: 0, lastTrainedOn: null });
});

test('counts the three weeks before the last seven days, newest first', async () => {
  const sub = randomUUID();
  for (const [day, sets] of [
    ['2025-08-15', 1],
    ['2025-08-08', 2],
    ['2025-08-02', 3],
    ['2025-08-01', 4],
    ['2025-07-25', 5],
    ['2025-07-19', 6],
    ['2025-07-18', 7],
  ] as const) {
    await train(sub, `${day}T10:00:00+09:00`, 6, sets);
  }
  const { muscles: shown } = await readStatus(sub);
  const biceps = shown.find(({ muscle }) => muscle === 'biceps');
  expect(biceps).toMatchObject({ sets: 1, earlierSets: [5, 4, 11] });
});

test('a workout past midnight counts for its gym day and week', async () => {
  const sub = randomUUID();
  const night = { startedAt: '2025-08-11T00:30:00+09:00', gymDay: '2025-08-10' };
  await storeWorkout(db, sub, { ...night, sets: [[400, 10]] });
  const status = await readStatus(sub);
  expect(status).toMatchObject({ trainedDays: [], streakWeeks: 1 });
  const trained = status.muscles.find(({ muscle }) => muscle === 'pectorals');
  expect(trained).toMatchObject({ sets: 1, lastTrainedOn: '2025-08-10' });
});

test.each([
  ['2025-08-01', '2025-08-04'],
  ['2025-08-04', '2025-08-01'],
])('the later of two types that train a muscle counts: %s and %s', async (press, fly) => {
  const sub = randomUUID();
  await train(sub, `${press}T03:00:00Z`, 1);
  await train(sub, `${fly}T03:00:00Z`, 2);
  const { muscles: shown } = await readStatus(sub);
  expect(shown.find(({ muscle }) => muscle === 'pectorals')?.lastTrainedOn).toBe('2025-08-04');
});

describe('the streak', () => {
  test.each([
    ['last week, and none in this week yet', ['2025-08-10'], 1],
    ['a gap ends it', ['2025-08-15', '2025-08-04', '2025-07-21', '2025-07-14'], 2],
    [
      'several visits of a week count once',
      ['2025-08-15', '2025-08-14', '2025-08-10', '2025-08-04'],
      2,
    ],
  ])('%s', async (_name, days, weeks) => {
    const sub = randomUUID();
    for (const day of days) await train(sub, `${day}T00:30:00+09:00`);
    expect((await readStatus(sub)).streakWeeks).toBe(weeks);
  });

  test('counts ten years completely', async () => {
    const sub = randomUUID();
    await db.execute(`insert into workouts
      (workout_uuid, sub, workout_type_id, machine_id, gym_id, started_at, ended_at, max_hg, tfo_hg,
       set_count, rep_count, top_load_hg, top_reps, is_max_best, is_tfo_best, is_one_rep_max_best)
      select gen_random_uuid(), '${sub}', 1, 1, 1, at, at, 1, 1, 1, 1, 1, 1, false, false, false
      from generate_series(timestamptz '2015-08-12T10:00:00+09', '2025-08-13T10:00:00+09', interval '7 days') at`);
    expect((await readStatus(sub)).streakWeeks).toBe(523);
  });

  test('ignores other members', async () => {
    const [alice, bob] = [randomUUID(), randomUUID()];
    for (const day of ['2025-08-11', '2025-08-04', '2025-07-28']) {
      await train(alice, `${day}T10:00:00+09:00`);
    }
    await train(bob, '2025-08-12T10:00:00+09:00');
    const status = await readStatus(bob);
    expect(status).toMatchObject({ streakWeeks: 1, trainedDays: ['2025-08-12'] });
  });
});
