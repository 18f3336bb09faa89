import { chmod, chown, copyFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql as statement } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findClusterLocation } from '#embedded/postgres/cluster-location.ts';
import { startEmbeddedPostgres } from '#embedded/postgres/postgres.ts';
import { createTestDatabase, sql } from '#test/support/database.ts';
import { failureOf, startStallingProxy } from '#test/support/failures.ts';
import { makePreparedDataDir } from '#test/support/server/scratch-folder.ts';
import { isDatabaseAway } from './database-failure.ts';
import { closeDatabase, cutDatabase, openDatabase, runLongTransaction } from './database.ts';

const { url } = await createTestDatabase();
const { port: serverPort } = new URL(url);
const one = statement`select 1`;
/**
 * Limits that are short for a test, but long enough for a busy machine to fork three server
 * processes.
 */
const hasty = { queryTimeoutMs: 1500, connectTimeoutMs: 3000 };

function withHost(host: string): string {
  const changed = new URL(url);
  // The tests' own URL names the Unix socket here.
  changed.search = '';
  changed.host = host;
  return changed.href;
}

async function openBehindProxy(limits: Parameters<typeof openDatabase>[1] = hasty) {
  const line = await startStallingProxy(() => Number(serverPort));
  const db = openDatabase(withHost(`127.0.0.1:${line.port}`), limits);
  onTestFinished(async () => {
    if (!db.$client.ending) await closeDatabase(db, 100);
  });
  return { db, line };
}

/** Opens this many connections, all of which are idle afterwards. */
async function fill(db: ReturnType<typeof openDatabase>, connections: number): Promise<void> {
  await Promise.all(Array.from({ length: connections }, () => db.execute(one)));
  expect(db.$client.idleCount).toBe(connections);
}

test('fails a query on a silent connection as unavailable, and uses no other old connection', async () => {
  const { db, line } = await openBehindProxy();
  await fill(db, 3);
  line.stall();
  expect(isDatabaseAway(await failureOf(db.execute(one)))).toBe(true);
  line.bypass();
  await vi.waitFor(() => expect(db.$client.totalCount).toBe(0));
  await fill(db, 3);
});

test('fails a transaction on a silent connection once, without waiting for its rollback', async () => {
  const { db, line } = await openBehindProxy();
  let waits = 0;
  const running = db.transaction(async (tx) => {
    await tx.execute(one);
    line.stall();
    waits += 1;
    await tx.execute(one);
  });
  expect(await failureOf(running)).toMatchObject({ cause: { code: 'ETIMEDOUT' } });
  expect(waits).toBe(1);
  expect(db.$client.totalCount).toBe(0);
});

/** Starts a server with a certificate, which the tests do not verify. */
async function startTlsServer(): Promise<string> {
  const dataDir = await makePreparedDataDir();
  const { data } = await findClusterLocation(dataDir);
  const { uid, gid } = await stat(data);
  const files = path.join(import.meta.dirname, '../../test/support/tls');
  for (const [from, to] of [
    ['key.pem', 'server.key'],
    ['certificate.pem', 'server.crt'],
  ] as const) {
    await copyFile(path.join(files, from), path.join(data, to));
    await chmod(path.join(data, to), 0o600);
    await chown(path.join(data, to), uid, gid);
  }
  const server = await startEmbeddedPostgres({ dataDir, settings: { ssl: 'on' } });
  onTestFinished(() => server.stop());
  return server.url;
}

test('detects a silent connection with TLS as well', async () => {
  const secure = new URL(await startTlsServer());
  const { port } = secure;
  const line = await startStallingProxy(() => Number(port));
  secure.port = String(line.port);
  secure.search = '?sslmode=no-verify';
  const db = openDatabase(secure.href, hasty);
  onTestFinished(() => closeDatabase(db, 100));
  const encrypted = statement`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
  expect((await db.execute(encrypted)).rows).toEqual([{ ssl: true }]);
  line.stall();
  expect(isDatabaseAway(await failureOf(db.execute(one)))).toBe(true);
  line.bypass();
  await db.execute(one);
});

test('treats a server that accepts connections but never answers as unavailable, and finds it again', async () => {
  const { db, line } = await openBehindProxy();
  line.stall();
  const failures = await Promise.all([1, 2, 3].map(() => failureOf(db.execute(one))));
  expect(failures.map(isDatabaseAway)).toEqual([true, true, true]);
  line.bypass();
  await db.execute(one);
});

test('does not treat a slow step within a transaction as silence', async () => {
  const { db } = await openBehindProxy();
  await db.transaction(async (tx) => {
    await tx.execute(one);
    await sleep(2 * hasty.queryTimeoutMs);
    await tx.execute(one);
  });
  expect(db.$client.idleCount).toBe(1);
});

test('allows slow statements only in a long transaction', async () => {
  const { db } = await openBehindProxy();
  const slow = statement`select pg_sleep(2)`;
  expect(await failureOf(db.transaction(async (tx) => await tx.execute(slow)))).toMatchObject({
    cause: { code: '57014' },
  });
  // The server cancelled the statement, so the connection can be used again.
  expect(db.$client.idleCount).toBe(1);
  await runLongTransaction(db, 20_000, async (tx) => await tx.execute(slow));
  expect(await failureOf(db.transaction(async (tx) => await tx.execute(slow)))).not.toBeNull();
});

test('closes without waiting for a silent server', async () => {
  const { db, line } = await openBehindProxy({ queryTimeoutMs: 60_000 });
  await fill(db, 2);
  line.stall();
  const running = failureOf(db.execute(one));
  const waiting = failureOf(db.transaction(async (tx) => await tx.execute(one)));
  await sleep(10);
  await closeDatabase(db, 100);
  expect(isDatabaseAway(await running)).toBe(true);
  expect(isDatabaseAway(await waiting)).toBe(true);
});

test('fails running queries, connection attempts and later queries when the database is cut off', async () => {
  const { db, line } = await openBehindProxy({ queryTimeoutMs: 60_000, connectTimeoutMs: 60_000 });
  await fill(db, 1);
  line.stall();
  const running = [failureOf(db.execute(one)), failureOf(db.execute(one))];
  await sleep(10);
  cutDatabase(db);
  for (const failure of [...running, failureOf(db.execute(one))]) {
    expect(isDatabaseAway(await failure)).toBe(true);
  }
});

test('limits the lifetime of connections and checks for dead peers', async () => {
  const { db } = await openBehindProxy();
  expect(db.$client.options).toMatchObject({
    maxLifetimeSeconds: 900,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
});

test('drops a connection that turns out to be read-only, as unavailable', async () => {
  const { db } = await openBehindProxy();
  await sql(url, 'create table if not exists kept (n int)');
  await db.execute(statement`set session characteristics as transaction read only`);
  const insert = statement`insert into kept values (1)`;
  // The statement runs in a transaction, like in production. Its connection returns to the pool.
  const rejected = await failureOf(db.transaction(async (tx) => await tx.execute(insert)));
  expect(rejected).toMatchObject({ cause: { code: '25006' } });
  expect(isDatabaseAway(rejected)).toBe(true);
  await db.execute(insert);
});

test('keeps no connection to a server that is read-only', async () => {
  const { db } = await openBehindProxy();
  const name = new URL(url).pathname.slice(1);
  await sql(url, `alter database ${name} set default_transaction_read_only = on`);
  const rejected = await failureOf(db.execute(one));
  expect(rejected).toMatchObject({ cause: { code: '25006' } });
  expect(isDatabaseAway(rejected)).toBe(true);
  expect(db.$client.totalCount).toBe(0);
  await sql(url, `set transaction read write; alter database ${name} reset all`);
  await db.execute(one);
});
