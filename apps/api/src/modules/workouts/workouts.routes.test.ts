import { randomUUID } from 'node:crypto';
import type { Workout } from '@tanren/contract/workouts/workouts';
import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { trainingSessionRuns } from '#db/schema/menus.ts';
import { workouts, workoutSets } from '#db/schema/workouts.ts';
import { bearer } from '#test/support/app.ts';
import { openWorld, readPages } from '#test/support/world.ts';
import { storeMenu } from '#test/support/menus/menus.ts';
import { repMs, storeWorkout } from '#test/support/workouts/workouts.ts';
import { packMeasures } from './set-measures.ts';
import { readSetRows } from './workouts-csv.ts';

const exportedAt = new Date('2025-08-14T16:00:00Z');
const { db, url: databaseUrl, app, call } = await openWorld(exportedAt);
const url = '/api/my/workouts.csv';

async function download(sub: string, query = '') {
  const response = await app.inject({ url: `${url}${query}`, headers: bearer(sub) });
  expect(response.statusCode).toBe(200);
  return { response, lines: response.body.replace(/^\ufeff/, '').split('\r\n') };
}

/** Inserts workouts of one or several sets each, and no other rows. */
async function storeMany(sub: string, count: number, sets: number): Promise<void> {
  await db.execute(`
    with made as (
      insert into workouts
        (workout_uuid, sub, workout_type_id, machine_id, gym_id, started_at, ended_at, max_hg,
         tfo_hg, set_count, rep_count, top_load_hg, top_reps, is_max_best, is_tfo_best,
         is_one_rep_max_best)
      select gen_random_uuid(), '${sub}', 1, 1, 1, timestamptz '2020-01-01' + n * interval '1 hour',
        timestamptz '2020-01-01' + n * interval '1 hour', n, n, 1, 1, 1, 1, false, false, false
      from generate_series(1, ${count}) n
      returning id
    )
    insert into workout_sets (workout_id, position, load_hg, rep_loads_hg, rep_ms)
    select id, position, 100, '{100,110}', '{2000,2000}' from made, generate_series(0, ${sets - 1}) position`);
}

/** Assigns a workout to a run of a menu, as the ingest does. */
async function placeInRun(sub: string, workoutId: number, title: string): Promise<void> {
  const menu = await storeMenu(db, sub, { title });
  const times = { startedAt: exportedAt, endsBy: exportedAt, endedAt: exportedAt };
  const [run] = await db
    .insert(trainingSessionRuns)
    .values({ sub, trainingSessionId: menu.id, title, items: menu.items, ...times })
    .returning();
  await db
    .update(workouts)
    .set({ sessionRunId: run?.id ?? null })
    .where(eq(workouts.id, workoutId));
}

describe('the CSV file of workouts', () => {
  test('has a row per set, oldest first, in Japanese and readable by Excel', async () => {
    const sub = randomUUID();
    const first = await storeWorkout(db, sub, {
      startedAt: '2025-08-01T15:30:00Z',
      sets: [[300, 13]],
    });
    const second = await storeWorkout(db, sub, {
      startedAt: '2025-08-03T15:30:00Z',
      // The gym is open past midnight.
      gymDay: '2025-08-03',
      sets: [
        [400, 10],
        [425, 8],
      ],
    });
    await placeInRun(sub, second.id, '=1+1の日');
    const { response, lines } = await download(sub);
    expect(response.body.startsWith('\ufeff開始日時（日本時間）,')).toBe(true);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="tanren-workouts-20250815.csv"',
      'cache-control': 'no-store',
    });
    expect(lines).toEqual([
      '開始日時（日本時間）,終了日時（日本時間）,種目,セット,設定重量（kg）,回数,セットの最大重量（kg）,セットの総発揮力（kg）,トレーニングの最大重量（kg）,トレーニングの総発揮力（kg）,トレーニングの推定1RM（kg）,推定1RMの回数,自己ベスト更新,ジム番号,マシン番号,トレーニング番号,メニュー,来館日,記録の状態,セットの開始日時（日本時間）,シート位置,完了しなかった回数,可動域の平均（cm）,挙げる時間の平均（秒）,下ろす時間の平均（秒）,挙げる速さの平均（m/s）,挙げる速さの最高（m/s）',
      `2025-08-02 00:30:00,2025-08-02 00:40:00,チェストプレス,1,30,13,30,390,30,390,,,,2,7,${first.id},,2025-08-02,,,,,,,,,`,
      `2025-08-04 00:30:00,2025-08-04 00:40:00,チェストプレス,1,40,10,40,400,42.5,740,53.8,8,最大重量、総発揮力,2,7,${second.id},'=1+1の日,2025-08-03,,,,,,,,,`,
      `2025-08-04 00:30:00,2025-08-04 00:40:00,チェストプレス,2,42.5,8,42.5,340,42.5,740,53.8,8,最大重量、総発揮力,2,7,${second.id},'=1+1の日,2025-08-03,,,,,,,,,`,
      '',
    ]);
  });

  test('has what the machine measured in the last columns', async () => {
    const sub = randomUUID();
    const sets: [number, number][] = [
      [300, 2],
      [300, 2],
    ];
    const { id } = await storeWorkout(db, sub, { startedAt: '2025-08-01T15:30:00Z', sets });
    const second = and(eq(workoutSets.workoutId, id), eq(workoutSets.position, 1));
    const measures = packMeasures({
      loadHg: 300,
      seat: 4,
      startMs: 90_000,
      reps: [
        { loadHg: 300, ms: 2500, rangeMm: 400, concentricMs: 900, meanVelocityMmPerS: 444 },
        { loadHg: 300, ms: 2500, rangeMm: 385, eccentricMs: 1500, peakVelocityMmPerS: 610 },
      ],
      failedReps: [{ loadHg: 300, ms: 1000 }],
    });
    await db.update(workoutSets).set(measures).where(second);
    const { lines } = await download(sub);
    const rows = lines.slice(1, -1).map((line) => line.split(',').slice(19).join(','));
    expect(rows).toEqual([',,,,,,,', '2025-08-02 00:31:30,4,1,39.3,0.9,1.5,0.44,0.61']);
  });

  test('contains only the requested type', async () => {
    const sub = randomUUID();
    await storeWorkout(db, sub, { workoutTypeId: 1, startedAt: exportedAt, sets: [[300, 5]] });
    await storeWorkout(db, sub, { workoutTypeId: 16, startedAt: exportedAt, sets: [[300, 5]] });
    const { lines } = await download(sub, '?workoutType=16');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain('カーフレイズ');
  });

  test('has only headers before the first workout, and nothing of other members', async () => {
    await storeWorkout(db, randomUUID(), { startedAt: exportedAt, sets: [[300, 5]] });
    expect((await download(randomUUID())).lines).toHaveLength(2);
  });

  test.each([199, 200, 201, 450])('of %d workouts misses and repeats none', async (count) => {
    const sub = randomUUID();
    await storeMany(sub, count, 2);
    const { lines } = await download(sub);
    const loads = lines.slice(1, -1).map((line) => Number(line.split(',')[8]));
    const expected = Array.from({ length: count }, (_, at) => (at + 1) / 10);
    expect(loads).toEqual(expected.flatMap((load) => [load, load]));
  });

  test('is rate-limited', async () => {
    const sub = randomUUID();
    for (let times = 0; times < 10; times += 1) await download(sub);
    const rejected = await app.inject({ url, headers: bearer(sub) });
    expect(rejected.statusCode).toBe(429);
    expect((await download(randomUUID())).lines).toHaveLength(2);
  });

  test('answers HEAD with 405', async () => {
    const response = await app.inject({ method: 'HEAD', url, headers: bearer(randomUUID()) });
    expect(response.statusCode).toBe(405);
  });
});

test('holds no database connection while a slow reader receives it', async () => {
  const sub = randomUUID();
  await storeMany(sub, 450, 2);
  const ownDb = openDatabase(databaseUrl);
  onTestFinished(() => closeDatabase(ownDb));
  const pool = ownDb.$client;
  const connections: number[] = [];
  for await (const { record } of readSetRows(ownDb, sub, null)) {
    // The reader has not taken this row yet, so no connection may be in use.
    connections.push(pool.totalCount - pool.idleCount + pool.waitingCount);
    expect(record['reps']).toEqual([
      { loadKg: 10, ms: 2000 },
      { loadKg: 11, ms: 2000 },
    ]);
  }
  expect(connections).toEqual(Array.from({ length: 900 }, () => 0));
});

interface Page {
  items: Workout[];
  nextCursor: string | null;
}

const get = async (sub: string, path: string) => await call<unknown>(sub, 'GET', path);

const getPage = async (sub: string, query = '') =>
  (await get(sub, `/workouts?${query}`)).body as Page;

async function readAll(sub: string, query: string): Promise<number[][]> {
  const pages = await readPages((from) => getPage(sub, `${query}${from}`));
  return pages.map((items) => items.map(({ id }) => id));
}

const day = (n: number) => new Date(Date.UTC(2025, 6, n, 10));

describe('the list of workouts', () => {
  test('is empty for a member without workouts', async () => {
    expect(await getPage(randomUUID())).toEqual({ items: [], nextCursor: null });
  });

  // spec 1.6, 7.36
  test('contains the values of each workout', async () => {
    const sub = randomUUID();
    await storeWorkout(db, sub, { startedAt: day(1), sets: [[400, 10]] });
    const better = await storeWorkout(db, sub, {
      startedAt: day(3),
      sets: [
        [400, 10],
        [425, 8],
      ],
    });
    const { items } = await getPage(sub);
    expect(items[0]).toEqual({
      id: better.id,
      workoutTypeId: 1,
      startedAt: '2025-07-03T10:00:00.000Z',
      endedAt: '2025-07-03T10:10:00.000Z',
      gymDay: '2025-07-03',
      max: 42.5,
      tfo: 740,
      setCount: 2,
      repCount: 18,
      personalBests: ['max', 'tfo', 'oneRepMax'],
    });
    expect(items[1]).toMatchObject({ max: 40, personalBests: [] });
  });

  test('pages newest first, without gaps or repetitions, also at the same instant', async () => {
    const sub = randomUUID();
    const ids: number[] = [];
    for (const n of [1, 2, 2, 2, 2, 3]) {
      ids.push((await storeWorkout(db, sub, { startedAt: day(n), sets: [[100, 5]] })).id);
    }
    const newest = ids.toReversed();
    expect(await readAll(sub, 'limit=2')).toEqual([
      newest.slice(0, 2),
      newest.slice(2, 4),
      newest.slice(4),
    ]);
    expect((await readAll(sub, 'limit=4')).flat()).toEqual(newest);
    expect(await readAll(sub, 'limit=6')).toEqual([newest]);
  });

  test('separates workouts by microseconds', async () => {
    const sub = randomUUID();
    const ids: number[] = [];
    for (const micros of [300, 200, 100]) {
      const { id } = await storeWorkout(db, sub, { startedAt: day(1), sets: [[100, 5]] });
      await db.execute(
        sql`update workouts set started_at = started_at + ${micros} * interval '1 microsecond' where id = ${id}`,
      );
      ids.push(id);
    }
    expect((await readAll(sub, 'limit=1')).flat()).toEqual(ids);
  });

  // spec 7.37
  test('filters by type, 20 per page', async () => {
    const sub = randomUUID();
    for (let n = 1; n <= 21; n += 1) {
      await storeWorkout(db, sub, { workoutTypeId: 3, startedAt: day(n), sets: [[100, 5]] });
    }
    const other = await storeWorkout(db, sub, {
      workoutTypeId: 4,
      startedAt: day(9),
      sets: [[100, 5]],
    });
    expect((await readAll(sub, 'workoutType=3')).map((page) => page.length)).toEqual([20, 1]);
    expect(await readAll(sub, 'workoutType=4')).toEqual([[other.id]]);
    expect(await readAll(sub, 'workoutType=5')).toEqual([[]]);
    expect(await readAll(sub, 'workoutType=17')).toEqual([[]]);
  });

  test('shows nothing of another member, with any cursor', async () => {
    const [alice, bob] = [randomUUID(), randomUUID()];
    for (const n of [1, 2, 3]) {
      await storeWorkout(db, alice, { startedAt: day(n), sets: [[100, 5]] });
    }
    const { nextCursor } = await getPage(alice, 'limit=1');
    expect(await get(bob, `/workouts?cursor=${nextCursor}`)).toMatchObject({
      status: 200,
      body: { items: [], nextCursor: null },
    });
  });
});

describe('one workout', () => {
  // spec 3.4, 7.38
  test('contains every rep, its estimate and the previous workout', async () => {
    const sub = randomUUID();
    const before = await storeWorkout(db, sub, { startedAt: day(1), sets: [[400, 8]] });
    await storeWorkout(db, sub, { workoutTypeId: 2, startedAt: day(2), sets: [[900, 8]] });
    const { id } = await storeWorkout(db, sub, {
      startedAt: day(3),
      sets: [
        [300, 2],
        [405, 1],
      ],
    });
    await storeWorkout(db, sub, { startedAt: day(4), sets: [[500, 8]] });
    const { status, body } = await get(sub, `/workouts/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      sets: [
        {
          loadKg: 30,
          reps: [
            { loadKg: 30, ms: repMs },
            { loadKg: 30, ms: repMs },
          ],
        },
        { loadKg: 40.5, reps: [{ loadKg: 40.5, ms: repMs }] },
      ],
      estimatedOneRepMax: { kg: 40.5, reps: 1, reference: false },
      previous: {
        id: before.id,
        startedAt: day(1).toISOString(),
        gymDay: '2025-07-01',
        max: 40,
        tfo: 320,
        sets: [{ loadKg: 40, reps: Array.from({ length: 8 }, () => ({ loadKg: 40, ms: repMs })) }],
      },
      trainingSessionId: null,
    });
  });

  test('has a reference estimate for 11 or 12 reps, and none for more', async () => {
    const sub = randomUUID();
    const twelve = await storeWorkout(db, sub, { startedAt: day(1), sets: [[300, 12]] });
    const more = await storeWorkout(db, sub, { startedAt: day(2), sets: [[300, 13]] });
    expect((await get(sub, `/workouts/${twelve.id}`)).body).toMatchObject({
      estimatedOneRepMax: { kg: 42, reps: 12, reference: true },
      previous: null,
    });
    expect((await get(sub, `/workouts/${more.id}`)).body).toMatchObject({
      estimatedOneRepMax: null,
    });
  });

  // spec 3.5, 7.39
  test('latest is the one done last, not the one stored last', async () => {
    const sub = randomUUID();
    expect(await get(sub, '/workouts/latest')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    const newest = await storeWorkout(db, sub, { startedAt: day(9), sets: [[100, 5]] });
    const late = await storeWorkout(db, sub, { startedAt: day(8), sets: [[100, 5]] });
    expect((await get(sub, '/workouts/latest')).body).toMatchObject({
      id: newest.id,
      sets: [{ loadKg: 10 }],
      previous: { id: late.id },
    });
  });

  test('of another member answers 404, and is never previous or latest', async () => {
    const [alice, bob] = [randomUUID(), randomUUID()];
    const { id } = await storeWorkout(db, alice, { startedAt: day(1), sets: [[100, 5]] });
    expect(await get(bob, `/workouts/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect((await get(bob, '/workouts/latest')).status).toBe(404);
    await storeWorkout(db, bob, { startedAt: day(2), sets: [[100, 5]] });
    expect((await get(bob, '/workouts/latest')).body).toMatchObject({ previous: null });
  });
});
