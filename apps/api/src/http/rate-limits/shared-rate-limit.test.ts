import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { AppModules } from '#app.ts';
import { openDatabase } from '#db/database.ts';
import { rateLimitWindows } from '#db/schema/server.ts';
import { purgeRateLimitWindows } from './rate-limit-windows.ts';
import { bearer, buildTestApp } from '#test/support/app.ts';
import { createTestDatabase } from '#test/support/database.ts';

const { db } = await createTestDatabase();

const modules: Partial<AppModules> = {
  async members(app) {
    app.get('/mine', { config: { access: 'member' } }, async () => 'ok');
    const config = { access: 'member' as const, rateLimit: { max: 4, timeWindow: 60_000 } };
    app.get('/dear', { config }, async () => 'ok');
  },
};
/** On a busy machine a query may take seconds, after which a node would count for itself. */
const rateLimits = { perMember: 200, perAddress: 200, maxQueryMs: 60_000 };
const node = async (parts: Partial<Parameters<typeof buildTestApp>[0]> = {}) =>
  await buildTestApp({ db, modules, rateLimits, ...parts });
type Node = Awaited<ReturnType<typeof node>>;

async function call(app: Node, name: string, path = '/mine', times = 1): Promise<number[]> {
  const answers = Array.from({ length: times }, async () => {
    const { statusCode } = await app.inject({ url: `/api${path}`, headers: bearer(name) });
    return statusCode;
  });
  return await Promise.all(answers);
}
const count = (statuses: readonly number[], wanted = 200) =>
  statuses.filter((status) => status === wanted).length;

test('a small limit is exact over all nodes', async () => {
  const [first, second] = [await node(), await node()];
  expect(await call(first, 'anna', '/dear')).toEqual([200]);
  expect(await call(second, 'anna', '/dear', 2)).toEqual([200, 200]);
  expect(await call(first, 'anna', '/dear')).toEqual([200]);
  expect(await call(second, 'anna', '/dear')).toEqual([429]);
  expect(await call(first, 'anna', '/dear')).toEqual([429]);
  // Other callers and other calls are not limited.
  expect(await call(second, 'bert', '/dear')).toEqual([200]);
  expect(await call(second, 'anna')).toEqual([200]);
});

test('simultaneous calls at two nodes never exceed the limit', async () => {
  const nodes = [await node(), await node()];
  const answers = await Promise.all(nodes.map((each) => call(each, 'carl', '/dear', 20)));
  expect(count(answers.flat())).toBe(4);
});

test('a large limit is kept within a tenth over all nodes, and ordinary callers cost no query', async () => {
  const [first, second, third] = [await node(), await node(), await node()];
  await call(third, 'dora', '/mine', 20);
  const rows = await db.select().from(rateLimitWindows);
  expect(rows.filter(({ used }) => used >= 20)).toEqual([]);
  const answers = [
    ...(await call(first, 'dora', '/mine', 100)),
    ...(await call(second, 'dora', '/mine', 300)),
    ...(await call(first, 'dora', '/mine', 300)),
  ];
  expect(count(answers)).toBe(200);
  const one = await call(await node(), 'emil', '/mine', 250);
  expect(count(one)).toBe(200);
});

test('uses the window of the database, and starts a new one afterwards', async () => {
  const [first, second] = [await node(), await node()];
  expect(count(await call(first, 'fritz', '/dear', 5))).toBe(4);
  const rejected = await second.inject({ url: '/api/dear', headers: bearer('fritz') });
  expect(rejected.statusCode).toBe(429);
  const wait = Number(rejected.headers['retry-after']);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  // A new node sees that the window ended a minute later.
  await db.update(rateLimitWindows).set({ endsAt: sql`now()` });
  expect(await call(await node(), 'fritz', '/dear')).toEqual([200]);
  await db.update(rateLimitWindows).set({ endsAt: sql`now() - interval '1 second'` });
  await purgeRateLimitWindows(db);
  expect(await db.select().from(rateLimitWindows)).toEqual([]);
});

test('each node counts for itself without the database, and allows no more calls', async () => {
  const away = openDatabase('postgres://nobody@127.0.0.1:1/none');
  const lines: string[] = [];
  const app = await node({ db: away, logger: { write: (line) => void lines.push(line) } });
  expect(count(await call(app, 'gerd', '/dear', 10))).toBe(4);
  expect(count(await call(app, 'gerd', '/mine', 250))).toBe(200);
  expect(lines.filter((line) => line.includes('limited by this node alone'))).toHaveLength(1);
});

/** A statement that never answers. */
const stall = () => ({ returning: () => new Promise(() => {}) });

test('a silent database delays one call until the time limit, and no others', async () => {
  const insert = () => ({ values: () => ({ onConflictDoUpdate: stall }) });
  const silent = { $client: db.$client, insert };
  const shortLimits = { ...rateLimits, maxQueryMs: 50 };
  const app = await node({ db: silent as unknown as typeof db, rateLimits: shortLimits });
  expect(count(await call(app, 'hans', '/dear', 10))).toBe(4);
});
