import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql as statement } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { productModules } from '#app.ts';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { buildTestApp } from './support/app.ts';
import { sql } from './support/database.ts';
import { bySize } from './support/failures.ts';
import { addGym, openDaily } from './support/gyms/gyms.ts';
import { createJoin } from './support/memberships/memberships.ts';
import { startReplicatedDatabase } from './support/database/replicated-database.ts';
import { at, reservationCalls } from './support/booking/reservations.ts';

const members = bySize(6, 30);
const more = bySize(10, 200);
const day = '2026-04-10';

async function startNode(url: string) {
  const db = openDatabase(url, { queryTimeoutMs: 2000, connectTimeoutMs: 2000 });
  onTestFinished(() => closeDatabase(db));
  const app = await buildTestApp({
    db,
    modules: { ...productModules, messages: async () => [] },
    now: () => at(12),
    rateLimits: { perMember: 1_000_000, perAddress: 1_000_000 },
  });
  const isReady = async () => (await app.inject('/readyz')).statusCode === 200;
  return { db, isReady, calls: reservationCalls(app) };
}

test('nodes continue after the primary is lost and its standby promoted, with every acknowledged booking', async () => {
  const database = await startReplicatedDatabase();
  const nodes = [await startNode(database.url), await startNode(database.url)];
  const [first] = nodes;
  if (first === undefined) throw new Error('there is no node');
  const gym = await addGym(first.db, openDaily(0, 24), { capacity: 1000 });
  const subs = Array.from({ length: members }, () => randomUUID());
  const join = createJoin(first.db);
  for (const sub of subs) await join(sub, gym.id);

  // A standby allows reads, but the program does not accept it as a server.
  const reader = openDatabase(database.socketUrl);
  onTestFinished(() => closeDatabase(reader));
  await expect(reader.execute(statement`select 1`)).rejects.toMatchObject({
    cause: { code: '25006' },
  });

  const acknowledged = new Set<number>();
  const statuses = new Set<number>();
  const load = { isOver: false };
  /** Reserves and cancels in turn, as fast as answers arrive. */
  const book = async (sub: string, n: number) => {
    const { calls } = nodes[n % nodes.length] ?? first;
    for (let tries = n; !load.isOver; tries += 1) {
      // Each try uses another slot: a reservation that was stored without an answer stays.
      const { status, body } = await calls.reserve(sub, gym.id, day, at(tries % 23, day));
      statuses.add(status);
      if (status === 201) {
        acknowledged.add(body.id);
        await calls.cancel(sub, body.id);
      } else await sleep(50);
    }
  };
  const booking = Promise.all(subs.map(book));
  await expect.poll(() => acknowledged.size).toBeGreaterThan(more);

  await database.killPrimary();
  await expect.poll(() => Promise.all(nodes.map((node) => node.isReady()))).toEqual([false, false]);
  const before = acknowledged.size;
  await database.promoteStandby();
  await expect.poll(() => Promise.all(nodes.map((node) => node.isReady()))).toEqual([true, true]);
  await expect.poll(() => acknowledged.size).toBeGreaterThan(before + more);
  load.isOver = true;
  await booking;

  const rows = await sql<{ id: number }>(
    database.standbyAdminUrl.replace(/\/postgres$/, '/tanren'),
    'select id::int as id from training_reservations',
  );
  const kept = new Set(rows.map(({ id }) => id));
  expect([...acknowledged].filter((id) => !kept.has(id))).toEqual([]);
  expect([...statuses].filter((status) => status >= 500)).toEqual([503]);
  // The promoted standby accepts the connection over its socket now.
  expect((await reader.execute(statement`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});
