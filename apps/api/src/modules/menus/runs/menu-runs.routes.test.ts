import { randomUUID } from 'node:crypto';
import type { DoneRun, TrainingSessionRun } from '@tanren/contract/menus/menu-runs';
import { runLengthMs } from '@tanren/domain/menus/menu-runs';
import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { trainingSessionRuns, trainingSessions } from '#db/schema/menus.ts';
import { workouts } from '#db/schema/workouts.ts';
import { openWorld, readPages } from '#test/support/world.ts';
import { readExports } from '#test/support/members/exports.ts';
import { planItem, storeMenu } from '#test/support/menus/menus.ts';
import { storeWorkout } from '#test/support/workouts/workouts.ts';
import { trainingSessionRunData } from './menu-runs.member-data.ts';
import { findDueItems } from './menu-runs.service.ts';

const startedAt = new Date('2026-04-01T03:00:00Z');
const world = await openWorld(startedAt);
const { db, clock } = world;
const endsBy = new Date('2026-04-01T07:00:00Z');

const readRows = async (sub: string) =>
  Object.values(await readExports(db, trainingSessionRunData, sub)).flat();

/** Stores runs, of which all but the last are over. */
async function storeRuns(sub: string, count: number): Promise<number> {
  const items = [planItem({ loadHg: 425 }), planItem({ workoutTypeId: 4, loadHg: null, sets: 1 })];
  const { id, title } = await storeMenu(db, randomUUID(), { items });
  const same = { sub, trainingSessionId: id, title, items, startedAt, endsBy };
  await db.insert(trainingSessionRuns).values(
    Array.from({ length: count }, (_, at) => ({
      ...same,
      endedAt: at === count - 1 ? null : endsBy,
    })),
  );
  return id;
}

test('exports every run in words, page by page, also of a deleted menu', async () => {
  const sub = randomUUID();
  const id = await storeRuns(sub, 401);
  await storeRuns(randomUUID(), 1);
  const rows = await readRows(sub);
  expect(new Set(rows.map(({ record }) => record['id'])).size).toBe(401);
  expect(rows[0]?.cells).toEqual([
    '2026-04-01 12:00:00',
    '2026-04-01 16:00:00',
    '胸と背中の日',
    'チェストプレス 42.5kg 10回×3セット、ラットプルダウン おすすめの重量 10回×1セット',
  ]);
  expect(rows.at(-1)?.cells[1]).toBeNull();
  await db.delete(trainingSessions).where(eq(trainingSessions.id, id));
  expect((await readRows(sub))[0]?.record).toMatchObject({
    trainingSessionId: null,
    items: [{ loadKg: 42.5 }, { loadKg: null }],
  });
});

async function call(sub: string, method: 'GET' | 'POST' | 'DELETE', payload?: object) {
  type Answered = { run: TrainingSessionRun | null } | null;
  const path = '/my/training-session-run';
  const { status, body } = await world.call<Answered>(sub, method, path, payload);
  return { status, run: body?.run ?? null };
}

const begin = async (sub: string, trainingSessionId: unknown) =>
  await call(sub, 'POST', { trainingSessionId });
const read = async (sub: string) => (await call(sub, 'GET')).run;

const listRuns = async (sub: string) =>
  await db
    .select()
    .from(trainingSessionRuns)
    .where(eq(trainingSessionRuns.sub, sub))
    .orderBy(asc(trainingSessionRuns.id));

/** Stores a workout and assigns it to the run, like the ingest. */
async function lift(sub: string, runId: number, workoutTypeId: number, sets: number) {
  const workout = await storeWorkout(db, sub, {
    workoutTypeId,
    startedAt: clock.now,
    sets: Array.from({ length: sets }, () => [400, 10] as const),
  });
  await db.update(workouts).set({ sessionRunId: runId }).where(eq(workouts.id, workout.id));
  return workout;
}

describe('skipping sets', () => {
  const skip = async (sub: string, payload: object) => {
    const path = '/my/training-session-run/skipped-sets';
    const { status, body } = await world.call<{ run?: TrainingSessionRun }>(
      sub,
      'PUT',
      path,
      payload,
    );
    return { status, ...body };
  };

  async function startTwoTypes(sub: string) {
    const items = [
      planItem({ workoutTypeId: 1, sets: 3 }),
      planItem({ workoutTypeId: 4, sets: 2 }),
    ];
    const session = await storeMenu(db, sub, { items });
    const { run } = await begin(sub, session.id);
    if (run === null) throw new Error('no run began');
    return { ...run, sessionId: session.id };
  }

  test('leaves fewer sets to do, once, and can be undone', async () => {
    const sub = randomUUID();
    const { runId } = await startTwoTypes(sub);
    await lift(sub, runId, 1, 1);
    for (let tap = 0; tap < 2; tap += 1) {
      const { status, run } = await skip(sub, { runId, position: 0, skippedSets: 1 });
      expect(status).toBe(200);
      expect(run?.items[0]).toMatchObject({ sets: 2, skippedSets: 1, doneSets: 1 });
    }
    expect(await findDueItems(db, sub, 1, clock.now)).toMatchObject([{ sets: 1 }]);
    await skip(sub, { runId, position: 1, skippedSets: 2 });
    expect(await findDueItems(db, sub, 4, clock.now)).toEqual([]);
    expect((await read(sub))?.items[1]).toMatchObject({ sets: 0, skippedSets: 2, doneSets: 0 });
    await skip(sub, { runId, position: 1, skippedSets: 0 });
    expect((await read(sub))?.items[1]).toMatchObject({ sets: 2, skippedSets: 0 });
  });

  test('starts the menu again after every set was skipped', async () => {
    const sub = randomUUID();
    const { runId, sessionId } = await startTwoTypes(sub);
    await skip(sub, { runId, position: 0, skippedSets: 3 });
    await skip(sub, { runId, position: 1, skippedSets: 2 });
    const again = await begin(sub, sessionId);
    expect(again.run?.runId).not.toBe(runId);
    expect(again.run?.items.map(({ sets }) => sets)).toEqual([3, 2]);
  });

  test('rejects a run of another member, an ended one, and more sets than there are', async () => {
    const [sub, stranger] = [randomUUID(), randomUUID()];
    const { runId } = await startTwoTypes(sub);
    await startTwoTypes(stranger);
    const one = { runId, position: 0, skippedSets: 1 };
    expect((await skip(stranger, one)).status).toBe(404);
    expect((await skip(sub, { ...one, position: 2 })).status).toBe(404);
    expect((await skip(sub, { ...one, skippedSets: 4 })).status).toBe(400);
    expect((await read(sub))?.items.map(({ sets }) => sets)).toEqual([3, 2]);
    await call(sub, 'DELETE');
    expect((await skip(sub, one)).status).toBe(404);
  });
});

describe('replacing a type', () => {
  const replace = async (sub: string, payload: object) => {
    const path = '/my/training-session-run/replaced-type';
    const { status, code, body } = await world.call<{ run?: TrainingSessionRun }>(
      sub,
      'PUT',
      path,
      payload,
    );
    return { status, code, ...body };
  };
  const begins = async (sub: string) => {
    const items = [planItem({ workoutTypeId: 1, sets: 3 }), planItem({ workoutTypeId: 4 })];
    const { run } = await begin(sub, (await storeMenu(db, sub, { items })).id);
    return { runId: run?.runId ?? 0, position: 0 };
  };

  test('does the item with the own load of the other type, once, and can be undone', async () => {
    const sub = randomUUID();
    const item = await begins(sub);
    await lift(sub, item.runId, 1, 1);
    await storeWorkout(db, sub, { workoutTypeId: 2, startedAt: '2026-03-30', sets: [[300, 10]] });
    for (let tap = 0; tap < 2; tap += 1) {
      const { status, run } = await replace(sub, { ...item, workoutTypeId: 2 });
      expect(status).toBe(200);
      expect(run?.items[0]).toEqual({
        workoutTypeId: 2,
        plannedTypeId: 1,
        sets: 3,
        reps: 10,
        loadKg: null,
        targetLoadKg: 30,
        restSeconds: 90,
        doneSets: 1,
      });
    }
    expect(await findDueItems(db, sub, 1, clock.now)).toEqual([]);
    expect(await findDueItems(db, sub, 2, clock.now)).toMatchObject([{ sets: 2, loadHg: null }]);
    const [row] = await readRows(sub);
    expect(row?.record['items']).toMatchObject([{ workoutTypeId: 2, plannedTypeId: 1 }, {}]);
    const { run } = await replace(sub, { ...item, workoutTypeId: 1 });
    expect(run?.items[0]).toMatchObject({ workoutTypeId: 1, loadKg: 40, doneSets: 1 });
    expect(run?.items[0]?.plannedTypeId).toBeUndefined();
  });

  test('rejects other muscles, a run of another member and a missing item', async () => {
    const [sub, stranger] = [randomUUID(), randomUUID()];
    const item = await begins(sub);
    await begins(stranger);
    const rejected = async (caller: string, payload: object) => {
      const { status, code } = await replace(caller, payload);
      return [status, code];
    };
    expect(await rejected(sub, { ...item, workoutTypeId: 11 })).toEqual([409, 'type_not_equal']);
    expect(await rejected(stranger, { ...item, workoutTypeId: 2 })).toEqual([404, 'not_found']);
    const missing = { ...item, position: 2, workoutTypeId: 2 };
    expect(await rejected(sub, missing)).toEqual([404, 'not_found']);
  });
});

describe('starting a menu', () => {
  test('returns the items with fixed loads, own loads and none', async () => {
    const sub = randomUUID();
    const items = [
      planItem({ workoutTypeId: 1, loadHg: 425 }),
      planItem({ workoutTypeId: 4, loadHg: null, sets: 2, restSeconds: 0 }),
      planItem({ workoutTypeId: 5, loadHg: null }),
    ];
    await storeWorkout(db, sub, { workoutTypeId: 4, startedAt: clock.now, sets: [[300, 10]] });
    const session = await storeMenu(db, randomUUID(), { title: '全身', items });
    expect(await read(sub)).toBeNull();
    const { status, run } = await begin(sub, session.id);
    expect(status).toBe(201);
    expect(run).toEqual({
      runId: expect.any(Number) as number,
      trainingSessionId: session.id,
      title: '全身',
      startedAt: '2026-04-01T03:00:00.000Z',
      endsBy: '2026-04-01T07:00:00.000Z',
      completedAt: null,
      items: [
        {
          workoutTypeId: 1,
          sets: 3,
          reps: 10,
          loadKg: 42.5,
          targetLoadKg: 42.5,
          restSeconds: 90,
          doneSets: 0,
        },
        {
          workoutTypeId: 4,
          sets: 2,
          reps: 10,
          loadKg: null,
          targetLoadKg: 30,
          restSeconds: 0,
          doneSets: 0,
        },
        {
          workoutTypeId: 5,
          sets: 3,
          reps: 10,
          loadKg: null,
          targetLoadKg: null,
          restSeconds: 90,
          doneSets: 0,
        },
      ],
    });
    expect(await read(sub)).toEqual(run);
  });

  test('accepts public and own menus, and no others', async () => {
    const [author, other] = [randomUUID(), randomUUID()];
    const hidden = await storeMenu(db, author, { visibility: 'private', publishedAt: null });
    expect((await begin(author, hidden.id)).status).toBe(201);
    expect((await begin(other, hidden.id)).status).toBe(404);
    expect((await begin(other, 2_147_483_647)).status).toBe(404);
    expect(await listRuns(other)).toEqual([]);
  });

  test('twice continues the open run', async () => {
    const sub = randomUUID();
    const session = await storeMenu(db, sub);
    const first = await begin(sub, session.id);
    clock.pass(5);
    expect(await begin(sub, session.id)).toEqual(first);
    expect(await listRuns(sub)).toHaveLength(1);
  });

  test('again starts a new run after the last one is complete', async () => {
    const sub = randomUUID();
    const items = [
      planItem({ workoutTypeId: 1, sets: 2 }),
      planItem({ workoutTypeId: 4, sets: 1 }),
    ];
    const session = await storeMenu(db, sub, { items });
    const { run } = await begin(sub, session.id);
    const runId = run?.runId ?? 0;
    await lift(sub, runId, 1, 2);
    expect(await read(sub)).toMatchObject({ runId, completedAt: null });
    clock.pass(5);
    const last = await lift(sub, runId, 4, 1);
    clock.pass(5);
    await lift(sub, runId, 4, 1);
    expect(await read(sub)).toMatchObject({ runId, completedAt: last.endedAt.toISOString() });
    const again = await begin(sub, session.id);
    expect(again.run?.runId).not.toBe(runId);
    expect(again.run).toMatchObject({
      completedAt: null,
      items: [{ doneSets: 0 }, { doneSets: 0 }],
    });
  });

  test('ends another open run', async () => {
    const sub = randomUUID();
    const [first, second] = [await storeMenu(db, sub), await storeMenu(db, sub)];
    await begin(sub, first.id);
    clock.pass(30);
    const { run } = await begin(sub, second.id);
    expect(run).toMatchObject({ trainingSessionId: second.id, startedAt: clock.now.toISOString() });
    expect((await listRuns(sub)).map(({ endedAt }) => endedAt)).toEqual([clock.now, null]);
  });

  test('starts a new run after an abandoned one, which ended at its time limit', async () => {
    const sub = randomUUID();
    const session = await storeMenu(db, sub);
    await begin(sub, session.id);
    clock.now = new Date(startedAt.getTime() + runLengthMs - 1);
    expect(await read(sub)).not.toBeNull();
    clock.now = new Date(startedAt.getTime() + runLengthMs);
    expect(await read(sub)).toBeNull();
    clock.pass(60);
    await begin(sub, session.id);
    const [forgotten, current] = await listRuns(sub);
    expect(forgotten?.endedAt).toEqual(new Date(startedAt.getTime() + runLengthMs));
    expect(current).toMatchObject({ startedAt: clock.now, endedAt: null });
  });

  test('on many devices at once leaves one run open', async () => {
    const sub = randomUUID();
    const [first, second] = [await storeMenu(db, sub), await storeMenu(db, sub)];
    const started = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => await begin(sub, (at % 2 ? first : second).id)),
    );
    expect(started.map(({ status }) => status)).toEqual(started.map(() => 201));
    const open = (await listRuns(sub)).filter(({ endedAt }) => endedAt === null);
    expect(open).toHaveLength(1);
    expect((await read(sub))?.runId).toBe(open[0]?.id);
  });

  test('keeps the items of the start when the menu changes or is deleted', async () => {
    const [author, sub] = [randomUUID(), randomUUID()];
    const session = await storeMenu(db, author, { title: '前の名前' });
    const { run } = await begin(sub, session.id);
    await db
      .update(trainingSessions)
      .set({ title: '後の名前', items: [planItem({ workoutTypeId: 9 })], visibility: 'private' })
      .where(eq(trainingSessions.id, session.id));
    expect(await read(sub)).toEqual(run);
    await db.delete(trainingSessions).where(eq(trainingSessions.id, session.id));
    expect(await read(sub)).toEqual({ ...run, trainingSessionId: null });
  });
});

describe('progress', () => {
  test('counts the sets of its workouts, item by item of a type', async () => {
    const sub = randomUUID();
    const items = [
      planItem({ workoutTypeId: 1, sets: 2 }),
      planItem({ workoutTypeId: 4, sets: 3 }),
      planItem({ workoutTypeId: 1, sets: 2 }),
    ];
    const session = await storeMenu(db, sub, { items });
    const runId = (await begin(sub, session.id)).run?.runId ?? 0;
    await storeWorkout(db, sub, { workoutTypeId: 4, startedAt: clock.now, sets: [[400, 10]] });
    const done = async () => (await read(sub))?.items.map(({ doneSets }) => doneSets);
    expect(await done()).toEqual([0, 0, 0]);
    await lift(sub, runId, 1, 3);
    expect(await done()).toEqual([2, 0, 1]);
    await lift(sub, runId, 4, 9);
    expect(await done()).toEqual([2, 3, 1]);
  });
});

describe('ending a run', () => {
  test('can be repeated', async () => {
    const [sub, other] = [randomUUID(), randomUUID()];
    const session = await storeMenu(db, randomUUID());
    await begin(sub, session.id);
    await begin(other, session.id);
    clock.pass(20);
    expect((await call(sub, 'DELETE')).status).toBe(204);
    expect(await read(sub)).toBeNull();
    clock.pass(1);
    expect((await call(sub, 'DELETE')).status).toBe(204);
    expect((await listRuns(sub)).map(({ endedAt }) => endedAt)).toEqual([
      new Date(startedAt.getTime() + 20 * 60_000),
    ]);
    expect(await read(other)).not.toBeNull();
  });
});

describe('the runs of a menu', () => {
  type DoneRuns = { items: DoneRun[]; nextCursor: string | null };
  const list = async (sub: string, query: string) =>
    await world.call<DoneRuns>(sub, 'GET', `/my/training-session-runs?${query}`);

  test('are those with at least one set, newest first, page by page', async () => {
    const sub = randomUUID();
    const session = await storeMenu(db, randomUUID());
    const other = await storeMenu(db, randomUUID());
    const expected: [number, number[]][] = [];
    for (let visit = 0; visit < 5; visit += 1) {
      const runId = (await begin(sub, session.id)).run?.runId ?? 0;
      if (visit !== 2) {
        const first = await lift(sub, runId, 1, 1);
        clock.pass(10);
        const second = await lift(sub, runId, 1, 2);
        expected.unshift([runId, [first.id, second.id]]);
      }
      await begin(sub, other.id);
      clock.pass(60);
    }
    await lift(sub, (await begin(sub, other.id)).run?.runId ?? 0, 1, 1);
    const pages = await readPages(
      async (from) => (await list(sub, `trainingSessionId=${session.id}&limit=3${from}`)).body,
    );
    const seen = pages.flat().map((run) => [run.runId, run.workouts.map(({ id }) => id)]);
    expect(seen).toEqual(expected);
    const whole = await list(sub, `trainingSessionId=${session.id}`);
    expect(whole.body.items.at(-1)).toMatchObject({
      startedAt: startedAt.toISOString(),
      workouts: [{ workoutTypeId: 1, max: 40, tfo: 400, setCount: 1, repCount: 10 }, {}],
    });
    expect((await list(randomUUID(), `trainingSessionId=${session.id}`)).body.items).toEqual([]);
  });

  test('are empty for an unknown menu', async () => {
    const { status, body } = await list(randomUUID(), 'trainingSessionId=2147483647');
    expect([status, body]).toEqual([200, { items: [], nextCursor: null }]);
  });
});
