import { randomUUID } from 'node:crypto';
import type { WorkoutHistory, WorkoutTrend } from '@tanren/contract/workouts/workout-history';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { describe, expect, test } from 'vitest';
import { storeWorkout } from '#test/support/workouts/workouts.ts';
import { openWorld } from '#test/support/world.ts';

const now = new Date('2025-08-15T03:00:00Z');
const { db, call } = await openWorld(now);

const get = async (sub: string, path: string) =>
  await call<WorkoutHistory>(sub, 'GET', `/workout-history/${path}`);

describe('the history of a workout type', () => {
  test('is empty before the first workout', async () => {
    const { body } = await get(randomUUID(), '1');
    expect(body).toEqual({ points: [], bests: null, workoutCount: 0 });
  });

  // spec 1.6
  test('is sorted from oldest to newest, with the bests of all time', async () => {
    const sub = randomUUID();
    const first = await storeWorkout(db, sub, {
      startedAt: '2024-01-05T10:00:00Z',
      sets: [[500, 3]],
    });
    const second = await storeWorkout(db, sub, {
      startedAt: '2025-08-01T10:00:00Z',
      sets: [
        [400, 12],
        [400, 12],
      ],
    });
    await storeWorkout(db, sub, {
      workoutTypeId: 2,
      startedAt: '2025-08-02T10:00:00Z',
      sets: [[900, 5]],
    });
    const onFirst = { achievedAt: '2024-01-05T10:00:00.000Z', gymDay: '2024-01-05' };
    const onSecond = { achievedAt: '2025-08-01T10:00:00.000Z', gymDay: '2025-08-01' };
    expect((await get(sub, '1?period=all')).body).toEqual({
      points: [
        {
          workoutId: first.id,
          startedAt: '2024-01-05T10:00:00.000Z',
          gymDay: '2024-01-05',
          max: 50,
          tfo: 150,
          estimatedOneRepMax: { kg: 55, reps: 3, reference: false },
        },
        {
          workoutId: second.id,
          startedAt: '2025-08-01T10:00:00.000Z',
          gymDay: '2025-08-01',
          max: 40,
          tfo: 960,
          estimatedOneRepMax: { kg: 56, reps: 12, reference: true },
        },
      ],
      bests: {
        max: { value: 50, workoutId: first.id, ...onFirst },
        tfo: { value: 960, workoutId: second.id, ...onSecond },
        oneRepMax: { value: 55, workoutId: first.id, ...onFirst },
      },
      workoutCount: 2,
    });
  });

  test('never estimates below the lifted load of that day, nor the best below the best lift', async () => {
    const sub = randomUUID();
    const lift = async (startedAt: string, ...sets: [number, number][]) =>
      await storeWorkout(db, sub, { startedAt, sets });
    await lift('2025-08-01T01:00:00Z', [250, 10], [425, 15]);
    // The workout is past midnight in Japan, while the gym has not closed yet.
    const night = { startedAt: '2025-08-01T15:00:00Z', gymDay: '2025-08-01' };
    await storeWorkout(db, sub, { ...night, sets: [[250, 10]] });
    // This workout is in another gym, where it is already the next gym day.
    await lift('2025-08-01T15:30:00Z', [250, 10]);
    const heaviest = await lift('2025-08-02T15:00:00Z', [450, 13]);
    const { body } = await get(sub, '1?period=all');
    expect(body.points.map((point) => point.estimatedOneRepMax)).toEqual([
      { kg: 42.5, reps: 1, reference: false },
      { kg: 42.5, reps: 1, reference: false },
      { kg: 33.3, reps: 10, reference: false },
      null,
    ]);
    // The page of each workout shows the same estimate.
    for (const { workoutId, estimatedOneRepMax } of body.points) {
      const workout = await call(sub, 'GET', `/workouts/${workoutId}`);
      expect(workout.body).toMatchObject({ estimatedOneRepMax });
    }
    expect(body.bests?.oneRepMax).toMatchObject({ value: 45, workoutId: heaviest.id });
    const loads = await call(sub, 'GET', '/workout-loads');
    expect(loads.body).toMatchObject([{ estimatedOneRepMax: { kg: 45, reps: 1 } }]);
  });

  test.each([
    ['1m', '2025-07-15T15:00:00Z', '2025-07-15T14:59:59Z'],
    ['3m', '2025-05-15T15:00:00Z', '2025-05-15T14:59:59Z'],
    ['1y', '2024-08-14T15:00:00Z', '2024-08-14T14:59:59Z'],
  ])('of %s begins with a gym day', async (period, within, before) => {
    const sub = randomUUID();
    await storeWorkout(db, sub, { startedAt: before, sets: [[500, 3]] });
    const gymDay = toGymDay(new Date(before));
    await storeWorkout(db, sub, { startedAt: within, gymDay, sets: [[300, 3]] });
    const { id } = await storeWorkout(db, sub, { startedAt: within, sets: [[400, 3]] });
    const { body } = await get(sub, `1?period=${period}`);
    expect(body.points.map(({ workoutId }) => workoutId)).toEqual([id]);
    expect(body).toMatchObject({ bests: { max: { value: 50 } }, workoutCount: 3 });
  });

  test('of many years shows the best workout of each week', async () => {
    const sub = randomUUID();
    await db.execute(`insert into workouts
      (workout_uuid, sub, workout_type_id, machine_id, gym_id, started_at, ended_at, max_hg, tfo_hg,
       set_count, rep_count, top_load_hg, top_reps, is_max_best, is_tfo_best, is_one_rep_max_best)
      select gen_random_uuid(), '${sub}', 1, 1, 1, at, at + interval '5 min',
        case when extract(isodow from at at time zone 'Asia/Tokyo') = 7 then 600 else 500 end, 1000, 1, 1, 500, 1, false, false, false
      from generate_series(timestamptz '2015-01-05T00:00:00+09', '2025-01-05T23:00:00+09', interval '1 day') at`);
    const { body } = await get(sub, '1');
    expect(body.points).toHaveLength(522);
    expect(new Set(body.points.map(({ max }) => max))).toEqual(new Set([60]));
    const times = body.points.map(({ startedAt }) => startedAt);
    expect(times).toEqual(times.toSorted());
    // The time is Sunday at midnight in Japan, the last day of a week that began on Monday.
    expect(times[0]).toBe('2015-01-10T15:00:00.000Z');
  });

  test('shows nothing of another member', async () => {
    const [alice, bob] = [randomUUID(), randomUUID()];
    await storeWorkout(db, alice, { startedAt: now, sets: [[500, 3]] });
    await storeWorkout(db, bob, { startedAt: now, sets: [[100, 3]] });
    expect((await get(bob, '1')).body).toMatchObject({ points: [{ max: 10 }], workoutCount: 1 });
  });
});

describe('the trends of all types', () => {
  const readTrends = async (sub: string) =>
    (await call<WorkoutTrend[]>(sub, 'GET', '/workout-trends')).body;
  const gaps = (count: number) => Array<null>(count).fill(null);

  test('are the heaviest loads of twelve weeks that end today, for each type done in them', async () => {
    const sub = randomUUID();
    const lift = async (day: string, workoutTypeId: number, hg: number) =>
      await storeWorkout(db, sub, {
        workoutTypeId,
        startedAt: `${day}T10:00:00+09:00`,
        sets: [
          [hg, 5],
          [hg - 50, 5],
        ],
      });
    await lift('2025-05-23', 3, 900);
    await lift('2025-05-24', 3, 300);
    await lift('2025-08-08', 1, 425);
    await lift('2025-08-09', 1, 450);
    await lift('2025-08-15', 1, 400);
    // This type was done before the twelve weeks only.
    await lift('2025-05-01', 6, 100);
    expect(await readTrends(sub)).toEqual([
      { workoutTypeId: 1, weeks: [...gaps(10), 42.5, 45] },
      { workoutTypeId: 3, weeks: [30, ...gaps(11)] },
    ]);
  });

  test('show nothing of another member', async () => {
    const sub = randomUUID();
    await storeWorkout(db, sub, { startedAt: '2025-08-14T10:00:00+09:00', sets: [[400, 5]] });
    expect(await readTrends(randomUUID())).toEqual([]);
  });
});
