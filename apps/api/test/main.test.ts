import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testKeys } from '@tanren/user-pool/testing/test-keys';
import { expect, inject, onTestFinished, test } from 'vitest';
import { findClusterLocation } from '#embedded/postgres/cluster-location.ts';
import { findRunningPostmaster } from '#embedded/postgres/postmaster.ts';
import { embeddedUrl, type RunningServer, runServer } from './support/running-server.ts';
import { makePreparedDataDir, makeScratchFolder } from './support/scratch-folder.ts';
import { createEmptyDatabase, createTestDatabase, sql } from './support/database.ts';
import { bySize } from './support/faults.ts';
import { migrationsFolder } from '#paths.ts';

const bundle = inject('programs').server;
const migrated = await createTestDatabase();
const nodes = bySize(2, 3);
/** For programs with folders of their own on one database. */
const sharedKeys = {
  USER_POOL_KEYS: testKeys,
  TRAINER_CODE_KEY: Buffer.alloc(32, 'trainer').toString('base64url'),
};

async function makeDataDir(): Promise<string> {
  return path.join(await makeScratchFolder(), 'data-dir');
}

/** The lines it gave as reasons; everything else it printed would be a surprise. */
async function expectRefusal(server: RunningServer): Promise<string[]> {
  expect((await server.exited).code).toBe(1);
  const lines = server.output().trim().split('\n');
  for (const line of lines) expect(line).toMatch(/^tanren: /);
  return lines.map((line) => line.slice('tanren: '.length));
}

test('it starts on nothing but a folder, serves, and ends with 0 on SIGTERM, database included', async () => {
  const dataDir = await makeDataDir();
  const server = runServer(bundle.main, { DATA_DIR: dataDir });
  const address = await server.ready;
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  expect((await stat(path.join(dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
  server.child.kill('SIGTERM');
  expect(await server.exited).toEqual({ code: 0, signal: null });
  const { home, data } = await findClusterLocation(dataDir);
  expect(await findRunningPostmaster(data)).toBeNull();
  const log = await readFile(path.join(home, 'server.log'), 'utf8');
  expect(log.trim().split('\n').at(-1)).toContain('database system is shut down');
});

test(`${nodes} at once on one empty DATABASE_URL all come up, every migration ran once, and nothing embedded starts`, async () => {
  const url = await createEmptyDatabase();
  const dataDir = await makeDataDir();
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir };
  const servers = Array.from({ length: nodes }, () => runServer(bundle.main, settings));
  const addresses = await Promise.all(servers.map((server) => server.ready));
  const answers = await Promise.all(addresses.map((address) => fetch(`${address}/readyz`)));
  expect(answers.map((answer) => answer.status)).toEqual(servers.map(() => 200));
  const journal = JSON.parse(
    await readFile(path.join(migrationsFolder, 'meta', '_journal.json'), 'utf8'),
  ) as { entries: unknown[] };
  const [applied] = await sql<{ n: number }>(
    url,
    'select count(*)::int as n from drizzle.__drizzle_migrations',
  );
  expect(applied?.n).toBe(journal.entries.length);
  await expect(stat(path.join(dataDir, 'postgres'))).rejects.toThrow('ENOENT');
  // Nobody asked for the demo world.
  expect(await sql(url, 'select count(*)::int as n from user_infos')).toEqual([{ n: 0 }]);
  for (const server of servers) expect(server.output()).not.toContain('tanren.example');
  for (const [at, server] of servers.entries()) server.child.kill(at === 0 ? 'SIGINT' : 'SIGTERM');
  for (const server of servers) expect(await server.exited).toEqual({ code: 0, signal: null });
});

test('a second program on its folder is refused with one line; a request that runs when SIGTERM comes is answered, then everything ends', async () => {
  const dataDir = await makePreparedDataDir();
  const server = runServer(bundle.main, { DATA_DIR: dataDir });
  const address = await server.ready;
  const second = runServer(bundle.main, { DATA_DIR: dataDir });
  expect(await expectRefusal(second)).toEqual([
    expect.stringContaining('another process is using'),
  ]);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  const [backend] = await sql<{ pid: number }>(
    await embeddedUrl(dataDir),
    `select pid from pg_stat_activity where application_name = 'tanren'`,
  );
  const pid = backend?.pid ?? 0;
  expect(pid).toBeGreaterThan(1);
  // A database that thinks for a while makes the request a slow one.
  process.kill(pid, 'SIGSTOP');
  const answer = fetch(`${address}/readyz`);
  await sleep(200);
  server.child.kill('SIGTERM');
  await sleep(300);
  expect(server.child.exitCode).toBeNull();
  process.kill(pid, 'SIGCONT');
  expect((await answer).status).toBe(200);
  expect(await server.exited).toEqual({ code: 0, signal: null });
  await expect(fetch(`${address}/healthz`)).rejects.toThrow('fetch failed');
});

test('a second signal ends it at once, the next start takes over what is left, and ends with one line when its database dies', async () => {
  const dataDir = await makePreparedDataDir();
  const first = runServer(bundle.main, { DATA_DIR: dataDir });
  const address = await first.ready;
  await fetch(`${address}/readyz`);
  const [backend] = await sql<{ pid: number }>(
    await embeddedUrl(dataDir),
    `select pid from pg_stat_activity where application_name = 'tanren'`,
  );
  const pid = backend?.pid ?? 0;
  expect(pid).toBeGreaterThan(1);
  process.kill(pid, 'SIGSTOP');
  fetch(`${address}/readyz`).catch(() => undefined);
  await sleep(200);
  first.child.kill('SIGINT');
  await sleep(100);
  first.child.kill('SIGINT');
  expect((await first.exited).code).toBe(130);
  process.kill(pid, 'SIGCONT');
  const second = runServer(bundle.main, { DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  expect((await fetch(`${await second.ready}/readyz`)).status).toBe(200);
  const postmaster = await findRunningPostmaster((await findClusterLocation(dataDir)).data);
  expect(postmaster?.pid).toBeGreaterThan(1);
  process.kill(postmaster?.pid ?? Number.NaN, 'SIGKILL');
  expect((await second.exited).code).toBe(1);
  expect(second.output()).toContain('tanren: the embedded PostgreSQL ended unexpectedly\n');
});

test('every mistake in the settings is one line', async () => {
  const lines = await expectRefusal(
    runServer(bundle.main, { DATA_DIR: await makeDataDir(), PORT: 'x', SEED: 'x' }),
  );
  expect(lines).toEqual([expect.stringMatching(/^PORT/), expect.stringMatching(/^SEED/)]);
});

test('what is unsafe where strangers may come is one line each', async () => {
  const open = { HOST: '0.0.0.0', PUBLIC_URL: 'http://gym.example', MQTT_HOST: '0.0.0.0' };
  const settings = { DATA_DIR: await makeDataDir(), ...open };
  expect(await expectRefusal(runServer(bundle.main, settings))).toEqual([
    expect.stringMatching(/^PUBLIC_URL is http:\/\/gym\.example, /),
    expect.stringMatching(/^SMTP_URL is missing, /),
    expect.stringMatching(/^MQTT_HOST lets machines in /),
  ]);
});

/** A port that somebody else listens on. */
async function findBusyPort(): Promise<string> {
  const blocker = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void blocker.close());
  await once(blocker, 'listening');
  const address = blocker.address();
  return typeof address === 'object' && address !== null ? String(address.port) : '';
}

test('metrics have a port of their own, and one that is in use is one line', async () => {
  const settings = { ...sharedKeys, DATABASE_URL: migrated.url, NODE_NAME: 'shibuya-1' };
  const server = runServer(bundle.main, {
    ...settings,
    DATA_DIR: await makeDataDir(),
    METRICS_PORT: '0',
  });
  const app = await server.ready;
  await fetch(`${app}/healthz`);
  const url = /metrics +(\S+)/.exec(server.output())?.[1] ?? '';
  expect(url).toMatch(/^http:\/\/localhost:\d+\/metrics$/);
  const metrics = await (await fetch(url)).text();
  expect(metrics).toMatch(/^tanren_build_info\{version="[\d.]+",node="shibuya-1"\} 1$/m);
  expect(metrics).toContain('{method="GET",route="/healthz",status="200"} 1');
  expect(await (await fetch(`${app}/metrics`)).text()).not.toContain('tanren_build_info');
  server.child.kill('SIGTERM');
  expect(await server.exited).toEqual({ code: 0, signal: null });

  const port = await findBusyPort();
  const busy = { METRICS_HOST: '127.0.0.1', METRICS_PORT: port, DATA_DIR: await makeDataDir() };
  expect(await expectRefusal(runServer(bundle.main, { ...settings, ...busy }))).toEqual([
    `port ${port} on 127.0.0.1, for metrics, is in use: stop the other program or set METRICS_PORT`,
  ]);
});

test('a port in use is one line', async () => {
  const port = await findBusyPort();
  const settings = {
    HOST: '127.0.0.1',
    PORT: port,
    ...sharedKeys,
    DATABASE_URL: migrated.url,
    DATA_DIR: await makeDataDir(),
  };
  expect(await expectRefusal(runServer(bundle.main, settings))).toEqual([
    `port ${port} on 127.0.0.1 is in use: stop the other program or set PORT`,
  ]);
});

test('a role without rights on the tables is told what to grant, without a stack', async () => {
  const role = `poor_${randomUUID().slice(0, 8)}`;
  const { url } = migrated;
  await sql(url, `create role ${role} login password 'x'`);
  onTestFinished(async () => {
    await sql(url, `drop owned by ${role}`);
    await sql(url, `drop role ${role}`);
  });
  await sql(url, `grant usage on schema drizzle to ${role}`);
  await sql(url, `grant select on drizzle.__drizzle_migrations to ${role}`);
  const poor = new URL(url);
  poor.username = role;
  poor.password = 'x';
  const settings = {
    DATABASE_URL: poor.href,
    DATA_DIR: await makeDataDir(),
    USER_POOL_KEYS: testKeys,
  };
  expect(await expectRefusal(runServer(bundle.main, settings))).toEqual([
    'PostgreSQL says: permission denied for table server_keys (SQLSTATE 42501)',
    'run "npm run migrate" as the owner of the tables, which grants it: grant select, insert, update, delete on table server_keys to the role in DATABASE_URL',
  ]);
});

test('a database newer than the program is one line', async () => {
  const url = await createEmptyDatabase();
  await sql(url, 'create schema drizzle');
  await sql(
    url,
    'create table drizzle.__drizzle_migrations (id serial, hash text, created_at bigint)',
  );
  await sql(url, `insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9e15)`);
  const settings = { DATABASE_URL: url, DATA_DIR: await makeDataDir() };
  expect(await expectRefusal(runServer(bundle.main, settings))).toEqual([
    expect.stringMatching(/^the database is newer than this program/),
  ]);
});
