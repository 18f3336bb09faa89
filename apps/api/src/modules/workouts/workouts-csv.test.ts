import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { trainingSessionRuns } from '#db/schema/training-sessions.ts';
import { workouts } from '#db/schema/workouts.ts';
import { storeSession } from '#test/support/training-sessions.ts';
import { storeWorkout } from '#test/support/workouts.ts';
import { bearer, shareTestApp } from '#test/support/app.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { readSetRows } from './workouts-csv.ts';

const { db } = await createTestDatabase();
const now = new Date('2025-08-14T16:00:00Z');
const app = await shareTestApp({ db, modules: productModules, now: () => now });
const url = '/api/my/workouts.csv';

async function download(sub: string, query = '') {
  const response = await app.inject({ url: `${url}${query}`, headers: bearer(sub) });
  expect(response.statusCode).toBe(200);
  return { response, lines: response.body.replace(/^\ufeff/, '').split('\r\n') };
}

/** Workouts of one set each, or of several, without anything else. */
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

/** What ingest leaves of a workout done in a session. */
async function placeInRun(sub: string, workoutId: number, title: string): Promise<void> {
  const session = await storeSession(db, sub, { title });
  const times = { startedAt: now, endsBy: now, endedAt: now };
  const [run] = await db
    .insert(trainingSessionRuns)
    .values({ sub, trainingSessionId: session.id, title, items: session.items, ...times })
    .returning();
  await db
    .update(workouts)
    .set({ sessionRunId: run?.id ?? null })
    .where(eq(workouts.id, workoutId));
}

describe('the file', () => {
  test('has a row for each set, the oldest first, in Japanese and for Excel', async () => {
    const sub = randomUUID();
    const first = await storeWorkout(db, sub, {
      startedAt: '2025-08-01T15:30:00Z',
      sets: [[300, 13]],
    });
    const second = await storeWorkout(db, sub, {
      startedAt: '2025-08-03T15:30:00Z',
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
      '開始日時（日本時間）,終了日時（日本時間）,種目,セット,設定重量（kg）,回数,セットの最大（kg）,セットの総発揮力（kg）,トレーニングの最大（kg）,トレーニングの総発揮力（kg）,トレーニングの推定1RM（kg）,推定1RMの回数,自己ベスト更新,店舗番号,マシン番号,トレーニング番号,セッション',
      `2025-08-02 00:30:00,2025-08-02 00:40:00,チェストプレス,1,30,13,30,390,30,390,,,,2,7,${first.id},`,
      `2025-08-04 00:30:00,2025-08-04 00:40:00,チェストプレス,1,40,10,40,400,42.5,740,53.8,8,最大、総発揮力,2,7,${second.id},'=1+1の日`,
      `2025-08-04 00:30:00,2025-08-04 00:40:00,チェストプレス,2,42.5,8,42.5,340,42.5,740,53.8,8,最大、総発揮力,2,7,${second.id},'=1+1の日`,
      '',
    ]);
  });

  test('keeps to the type asked for', async () => {
    const sub = randomUUID();
    await storeWorkout(db, sub, { workoutTypeId: 1, startedAt: now, sets: [[300, 5]] });
    await storeWorkout(db, sub, { workoutTypeId: 16, startedAt: now, sets: [[300, 5]] });
    const { lines } = await download(sub, '?workoutType=16');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain('カーフレイズ');
  });

  test('has only its headers before the first workout, and nothing of others', async () => {
    await storeWorkout(db, randomUUID(), { startedAt: now, sets: [[300, 5]] });
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

  test('is made a few times only', async () => {
    const sub = randomUUID();
    for (let times = 0; times < 10; times += 1) await download(sub);
    const refused = await app.inject({ url, headers: bearer(sub) });
    expect(refused.statusCode).toBe(429);
    expect((await download(randomUUID())).lines).toHaveLength(2);
  });

  test('is not made for a question about its type', async () => {
    const response = await app.inject({ method: 'HEAD', url, headers: bearer(randomUUID()) });
    expect(response.statusCode).toBe(405);
  });

  test.each(['?workoutType=0', '?workoutType=x', '?limit=5'])('refuses %s', async (query) => {
    const response = await app.inject({ url: `${url}${query}`, headers: bearer(randomUUID()) });
    expect(response.statusCode).toBe(400);
  });
});

test('a reader who takes his time holds no connection to the database', async () => {
  const sub = randomUUID();
  await storeMany(sub, 450, 2);
  const held: number[] = [];
  for await (const { record } of readSetRows(db, sub, null)) {
    // Here the telephone has yet to take the row.
    held.push(db.$client.totalCount - db.$client.idleCount + db.$client.waitingCount);
    expect(record['reps']).toEqual([
      { loadKg: 10, ms: 2000 },
      { loadKg: 11, ms: 2000 },
    ]);
  }
  expect(held).toEqual(Array.from({ length: 900 }, () => 0));
});
