import { randomUUID } from 'node:crypto';
import type { Workout } from '@tanren/contract/workouts';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { bearer, shareTestApp } from '#test/support/app.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { repMs, storeWorkout } from '#test/support/workouts.ts';

const { db } = await createTestDatabase();
const now = new Date('2025-08-15T03:00:00Z');
const app = await shareTestApp({ db, modules: productModules, now: () => now });

interface Page {
  items: Workout[];
  nextCursor: string | null;
}

async function get(sub: string, path: string): Promise<{ status: number; body: unknown }> {
  const response = await app.inject({ url: `/api${path}`, headers: bearer(sub) });
  return { status: response.statusCode, body: response.json() };
}

const getPage = async (sub: string, query = '') =>
  (await get(sub, `/workouts?${query}`)).body as Page;

/** Follows the cursors to the end. */
async function readAll(
  sub: string,
  query: string,
  cursor: string | null = null,
): Promise<number[][]> {
  const from = cursor === null ? '' : `&cursor=${cursor}`;
  const { items, nextCursor } = await getPage(sub, `${query}${from}`);
  const ids = items.map(({ id }) => id);
  return nextCursor === null ? [ids] : [ids, ...(await readAll(sub, query, nextCursor))];
}

const day = (n: number) => new Date(Date.UTC(2025, 6, n, 10));

describe('the list', () => {
  test('of nobody yet is empty', async () => {
    expect(await get(randomUUID(), '/workouts')).toEqual({
      status: 200,
      body: { items: [], nextCursor: null },
    });
  });

  test('tells of each workout what it was', async () => {
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
      max: 42.5,
      tfo: 740,
      setCount: 2,
      repCount: 18,
      personalBests: ['max', 'tfo', 'oneRepMax'],
    });
    expect(items[1]).toMatchObject({ max: 40, personalBests: [] });
  });

  test('pages newest first, without a gap or a repetition, also at one and the same instant', async () => {
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

  test('tells microseconds apart', async () => {
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

  test('keeps to the type asked for, 20 at a time', async () => {
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

  test('shows nothing of another member, whatever the cursor', async () => {
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

  test.each([
    ['cursor=x', '/cursor'],
    ['cursor=', '/cursor'],
    [`cursor=${Buffer.from('1.99999999999').toString('base64url')}`, '/cursor'],
    [`cursor=${'A'.repeat(201)}`, '/cursor'],
    ['limit=0', '/limit'],
    ['limit=101', '/limit'],
    ['limit=1.5', '/limit'],
    ['workoutType=0', '/workoutType'],
    ['workoutType=x', '/workoutType'],
    ['workoutType=99999999999999999999', '/workoutType'],
    ['sub=me', '/sub'],
  ])('refuses %s', async (query, path) => {
    expect(await get(randomUUID(), `/workouts?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', fields: [{ path, in: 'querystring' }] },
    });
  });
});

describe('one workout', () => {
  test('comes with every rep, its estimate and the one before it', async () => {
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
      previous: { id: before.id, startedAt: day(1).toISOString(), max: 40, tfo: 320 },
      trainingSessionId: null,
    });
  });

  test('of 11 or 12 reps has an estimate for reference, of more none', async () => {
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

  test('of another member is not found, nor is it anybody’s previous or latest', async () => {
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

  test.each([
    '2147483647',
    '2147483648',
    '99999999999999999999999',
    '0',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    'x',
    'latest2',
    '%31%20',
  ])('%s names none', async (id) => {
    const { status, body } = await get(randomUUID(), `/workouts/${id}`);
    expect([400, 404]).toContain(status);
    expect(body).toMatchObject({ code: status === 400 ? 'invalid_request' : 'not_found' });
  });
});

test.each(['/workouts', '/workouts/latest', '/workouts/1', '/my/workouts.csv'])(
  '%s asks for a token',
  async (path) => {
    expect((await app.inject(`/api${path}`)).statusCode).toBe(401);
  },
);
