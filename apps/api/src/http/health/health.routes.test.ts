import { type AddressInfo, createServer, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { buildTestApp } from '#test/support/app.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { startStallingProxy } from '#test/support/failures.ts';

const { db, url: databaseUrl } = await createTestDatabase();

const works = { ok: true };

test('is alive and ready while the database answers', async () => {
  const app = await buildTestApp({ db });
  for (const url of ['/healthz', '/readyz']) {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
  }
  expect((await app.inject('/readyz')).json()).toEqual({
    status: 'ready',
    parts: { database: works, broker: works },
  });
});

test('is alive but not ready while the database rejects connections', async () => {
  const app = await buildTestApp();
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  const answer = await app.inject('/readyz');
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toEqual({
    status: 'not_ready',
    code: 'not_ready',
    parts: { database: { ok: false, reason: 'unreachable' }, broker: works },
  });
  expect(answer.headers['retry-after']).toBe('1');
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('stays ready when a part that is not required has an error', async () => {
  const clock = { name: 'clock', isRequired: false, findError: async () => '9 s ahead' };
  const app = await buildTestApp({ db, readinessParts: [clock] });
  const answer = await app.inject('/readyz');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ parts: { clock: { ok: false, reason: '9 s ahead' } } });
});

test('is not ready within a time limit while the database is silent, and uses one connection', async () => {
  const connections: Socket[] = [];
  const silent = createServer((socket) => void connections.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const mute = openDatabase(`postgres://nobody@127.0.0.1:${port}/none`);
  onTestFinished(async () => {
    for (const socket of connections) socket.destroy();
    silent.close();
    await closeDatabase(mute);
  });
  const app = await buildTestApp({ db: mute });
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => app.inject('/readyz')));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503, 503]);
  expect(answers[0]?.json()).toMatchObject({ parts: { database: { reason: 'no_answer' } } });
  expect(connections).toHaveLength(1);
});

test('becomes ready by itself after the database was silent', async () => {
  const line = await startStallingProxy(() => Number(new URL(databaseUrl).port));
  const through = new URL(databaseUrl);
  through.port = String(line.port);
  through.search = '';
  const distant = openDatabase(through.href, { queryTimeoutMs: 1500, connectTimeoutMs: 3000 });
  onTestFinished(() => closeDatabase(distant, 100));
  const app = await buildTestApp({ db: distant });
  expect((await app.inject('/readyz')).statusCode).toBe(200);
  line.stall();
  expect((await app.inject('/readyz')).statusCode).toBe(503);
  line.bypass();
  await expect.poll(async () => (await app.inject('/readyz')).statusCode).toBe(200);
});

test('is not ready on a read-only server, and keeps no connections to it', async () => {
  const own = openDatabase(databaseUrl, { poolSize: 1 });
  onTestFinished(() => closeDatabase(own));
  const app = await buildTestApp({ db: own });
  await own.execute(sql`set session characteristics as transaction read only`);
  const answer = await app.inject('/readyz');
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ parts: { database: { reason: 'read_only' } } });
  expect((await app.inject('/readyz')).statusCode).toBe(200);

  const name = new URL(databaseUrl).pathname.slice(1);
  await own.execute(sql.raw(`alter database ${name} set default_transaction_read_only = on`));
  await own.$client.connect().then((client) => client.release(true));
  const rejected = await app.inject('/readyz');
  expect(rejected.json()).toMatchObject({ parts: { database: { reason: 'read_only' } } });
  await db.execute(sql.raw(`alter database ${name} reset all`));
  expect((await app.inject('/readyz')).statusCode).toBe(200);
});

test('is not ready on a replica without the newest migration', async () => {
  const app = await buildTestApp({ db });
  const journal = sql.raw('drizzle.__drizzle_migrations');
  const newest = sql`(select max(created_at) from ${journal})`;
  await db.execute(
    sql`update ${journal} set created_at = created_at - 1 where created_at = ${newest}`,
  );
  const answer = await app.inject('/readyz');
  await db.execute(
    sql`update ${journal} set created_at = created_at + 1 where created_at = ${newest}`,
  );
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ parts: { database: { reason: 'schema_behind' } } });
  expect((await app.inject('/readyz')).statusCode).toBe(200);
});

test.each(['/healthz', '/readyz'])('%s can only be read', async (url) => {
  const app = await buildTestApp({ db });
  const answer = await app.inject({ method: 'POST', url });
  expect(answer.statusCode).toBe(405);
  expect(answer.json()).toMatchObject({ code: 'method_not_allowed' });
});
