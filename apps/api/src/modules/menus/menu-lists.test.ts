import { randomUUID } from 'node:crypto';
import type { TrainerTrainingSession } from '@tanren/contract/menus/menus';
import { describe, expect, test } from 'vitest';
import { trainingSessionRuns, trainingSessions } from '#db/schema/menus.ts';
import { sql } from '#test/support/database.ts';
import { openMenus, menuContent, type MenuPage, storeMenu } from '#test/support/menus/menus.ts';
import { readPages } from '#test/support/world.ts';
import { selectLastRuns } from './menu-lists.ts';

const { db, now, call, make, change, addMember, url } = await openMenus();
const run = '/my/training-session-run';

async function makeFor(forSub: string, title: string): Promise<number> {
  const hidden = { visibility: 'private', publishedAt: null, updatedAt: now() } as const;
  return (await storeMenu(db, randomUUID(), { forSub, title, ...hidden })).id;
}

async function readLastRuns(sub: string): Promise<Record<string, string | null>> {
  const path = '/trainer-training-sessions';
  const { body } = await call<{ items: TrainerTrainingSession[] }>(sub, 'GET', path);
  return Object.fromEntries(body.items.map(({ title, lastRunAt }) => [title, lastRunAt]));
}

async function start(sub: string, trainingSessionId: number): Promise<string> {
  const { status, body } = await call<{ run: { startedAt: string } }>(sub, 'POST', run, {
    trainingSessionId,
  });
  expect(status).toBe(201);
  return body.run.startedAt;
}

// spec 7.22
test("a trainer's menu contains the time of the member's last run, also before the first rep", async () => {
  const [sub, other] = [await addMember('はるき'), await addMember('別の人')];
  const [chest, legs] = [await makeFor(sub, '胸の日'), await makeFor(sub, '脚の日')];
  await makeFor(sub, '背中の日');
  await makeFor(other, '別の人の日');
  expect(await readLastRuns(sub)).toEqual({ 背中の日: null, 脚の日: null, 胸の日: null });
  const first = await start(sub, chest);
  const ofLegs = await start(sub, legs);
  expect(await readLastRuns(sub)).toEqual({ 背中の日: null, 脚の日: ofLegs, 胸の日: first });
  const again = await start(sub, chest);
  expect(again > first).toBe(true);
  await call(sub, 'DELETE', run);
  expect(await readLastRuns(sub)).toEqual({ 背中の日: null, 脚の日: ofLegs, 胸の日: again });
  expect(await readLastRuns(other)).toEqual({ 別の人の日: null });
});

test('ignores runs of other members', async () => {
  const sub = await addMember('はるき');
  const trainingSessionId = await makeFor(sub, '肩の日');
  const startedAt = now();
  const row = { trainingSessionId, title: '肩の日', items: [], startedAt, endsBy: startedAt };
  await db.insert(trainingSessionRuns).values({ ...row, sub: randomUUID(), endedAt: startedAt });
  expect(await readLastRuns(sub)).toEqual({ 肩の日: null });
});

test('reads one index entry per menu, however often it was run', async () => {
  const sub = await addMember('よく来る人');
  const ids = [await makeFor(sub, '毎日'), await makeFor(sub, '毎週')];
  await sql(
    url,
    `insert into training_session_runs (sub, training_session_id, title, items, started_at, ends_by, ended_at)
     select $1, id, '', '[]', at, at, at
     from unnest($2::int[]) id, generate_series(timestamptz '2026-01-01', '2026-03-31', '1 hour') at`,
    [sub, ids],
  );
  await db.execute('analyze training_session_runs');
  const query = selectLastRuns(db, sub, ids).toSQL();
  const rows = await sql<{ 'QUERY PLAN': string }>(
    url,
    `explain (analyze, buffers off, timing off) ${query.sql}`,
    [...query.params],
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(
    /training_session_runs_of_session on training_session_runs .*rows=1\.?0* loops=2/,
  );
  expect(plan).not.toMatch(/Sort|Seq Scan on training_session_runs/);
  expect(await selectLastRuns(db, sub, ids)).toHaveLength(2);
});

const readMine = async (sub: string, limit: number) =>
  await readPages(async (from) => {
    const path = `/my/training-sessions?limit=${limit}${from}`;
    return (await call<MenuPage>(sub, 'GET', path)).body;
  });

describe('the list of own menus', () => {
  // spec 7.15
  test('is sorted by the last change, page by page', async () => {
    const sub = await addMember('並べる人');
    const made = [];
    for (const title of ['一', '二', '三', '四', '五']) {
      made.push(await make(sub, { title, visibility: title === '二' ? 'private' : 'public' }));
    }
    await make(randomUUID(), { title: '他人' });
    const [first] = made;
    if (first === undefined) throw new Error('nothing was made');
    await change(sub, first, { title: '一改' });
    const pages = await readMine(sub, 2);
    const titles = pages.map((menus) => menus.map(({ title }) => title));
    expect(titles).toEqual([['一改', '五'], ['四', '三'], ['二']]);
  });

  test('lists menus of the same microsecond once each', async () => {
    const sub = randomUUID();
    const at = now();
    const row = { ...menuContent(), items: [], authorSub: sub, createdAt: at, publishedAt: at };
    await db
      .insert(trainingSessions)
      .values(Array.from({ length: 7 }, () => ({ ...row, updatedAt: at })));
    const seen = (await readMine(sub, 3)).flat().map((menu) => menu.trainingSessionId);
    expect(seen).toHaveLength(7);
    expect(seen).toEqual(seen.toSorted((one, other) => other - one));
    expect(new Set(seen).size).toBe(7);
  });
});
