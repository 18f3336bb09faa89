import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { openReplica, type Replica } from '#db/replica.ts';
import { bearer, shareTestApp } from '#test/support/app.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { modules, rateLimits } from '#test/support/world.ts';

const { db, url } = await createTestDatabase();
const reads = openDatabase(url);
afterAll(() => closeDatabase(reads));
let replicaQueries = 0;
reads.$client.listen(() => {
  replicaQueries += 1;
});
/** A second pool on the same database, which is always fit. */
const replica: Replica = {
  db: reads,
  isUsed: () => true,
  lagMs: () => 0,
  countReads: () => ({ replica: 0, primary: 0 }),
  listen: () => () => {},
  watch: () => async () => {},
  close: async () => {},
};
const parts = { db, replica, modules, rateLimits };
const app = await shareTestApp(parts);
const search = { url: '/api/training-sessions', headers: bearer(randomUUID()) };

test('a browser reads from the primary for six seconds after each call that may have written', async () => {
  const write = async (headers: Record<string, string>, method: 'POST' | 'GET' = 'POST') => {
    const answer = await app.inject({ ...search, method, headers });
    return answer.headers['set-cookie'];
  };
  const browser = { ...search.headers, cookie: 'XSRF-TOKEN=x', 'x-xsrf-token': 'x' };
  expect(await write(browser)).toBe(
    'read-primary=1; Max-Age=6; Path=/api; HttpOnly; SameSite=Strict',
  );
  // A program without cookies would have to send a forgery token after it got one.
  expect(await write(search.headers)).toBeUndefined();
  expect(await write(browser, 'GET')).toBeUndefined();

  replicaQueries = 0;
  const cookie = 'XSRF-TOKEN=x; read-primary=1';
  expect((await app.inject({ ...search, headers: { ...browser, cookie } })).statusCode).toBe(200);
  expect(replicaQueries).toBe(0);
  expect((await app.inject({ ...search, headers: browser })).statusCode).toBe(200);
  expect(replicaQueries).toBeGreaterThan(0);
});

test('sends the cookie by https only where the pages use https, and never without a replica', async () => {
  const headers = { cookie: 'x=y' };
  const request = { method: 'POST', url: '/api/nowhere', headers } as const;
  const config = { publicUrl: new URL('https://gym.example') };
  const secure = await shareTestApp({ ...parts, config });
  expect((await secure.inject(request)).headers['set-cookie']).toMatch(/; Secure/);
  const alone = await shareTestApp({ ...parts, replica: null });
  expect((await alone.inject(request)).headers['set-cookie']).toBeUndefined();
});

test('reads from the primary when the replica cannot be reached at the start', async () => {
  const away = openReplica('postgres://nobody@127.0.0.1:1/none', db, {
    poolSize: 1,
    queryTimeoutMs: 1000,
    connectTimeoutMs: 1000,
  });
  onTestFinished(() => away.close());
  const reasons: unknown[] = [];
  const log = {
    info: () => {},
    error: () => {},
    warn: ({ reason }: { reason: string }) => reasons.push(reason),
  };
  onTestFinished(away.watch(log));
  await expect.poll(() => reasons).toHaveLength(1);
  expect(reasons[0]).toBe(
    'cannot use the database at 127.0.0.1:1: nothing listens there (DATABASE_READ_URL)',
  );
  expect((await away.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  expect(away.countReads()).toEqual({ replica: 0, primary: 1 });
});
