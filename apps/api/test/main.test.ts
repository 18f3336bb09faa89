import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testKeys } from '@tanren/user-pool/testing/test-keys';
import { expect, inject, onTestFinished, test } from 'vitest';
import { findClusterLocation } from '#embedded/postgres/cluster-location.ts';
import { findRunningPostmaster } from '#embedded/postgres/postmaster.ts';
import {
  embeddedUrl,
  type RunningServer,
  runProgram,
  runServer,
} from './support/server/running-server.ts';
import { makePreparedDataDir, makeScratchFolder } from './support/server/scratch-folder.ts';
import { createTestDatabase, sql } from './support/database.ts';

const bundle = inject('programs').server;
const migrated = await createTestDatabase();

async function makeDataDir(): Promise<string> {
  return path.join(await makeScratchFolder(), 'data-dir');
}

/** Returns the reasons that the server printed. Any other output fails the test. */
async function expectRejection(server: RunningServer, exitCode = 1): Promise<string[]> {
  expect((await server.exited).code).toBe(exitCode);
  const lines = server.output().trim().split('\n');
  for (const line of lines) expect(line).toMatch(/^tanren: /);
  return lines.map((line) => line.slice('tanren: '.length));
}

/** Stops the database process of the next request, which makes it slow. Returns how to continue. */
async function slowDown(dataDir: string): Promise<() => void> {
  const [backend] = await sql<{ pid: number }>(
    await embeddedUrl(dataDir),
    `select pid from pg_stat_activity where application_name = 'tanren'`,
  );
  const pid = backend?.pid ?? 0;
  expect(pid).toBeGreaterThan(1);
  process.kill(pid, 'SIGSTOP');
  return () => void process.kill(pid, 'SIGCONT');
}

test('starts with only a folder, serves, and on SIGTERM finishes running calls and exits with 0, database included', async () => {
  const dataDir = await makeDataDir();
  const server = runServer(bundle.main, { DATA_DIR: dataDir });
  const address = await server.ready;
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  expect((await stat(path.join(dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
  const goOn = await slowDown(dataDir);
  const answer = fetch(`${address}/readyz`);
  await sleep(200);
  server.child.kill('SIGTERM');
  await sleep(300);
  expect(server.child.exitCode).toBeNull();
  goOn();
  expect((await answer).status).toBe(200);
  expect(await server.exited).toEqual({ code: 0, signal: null });
  await expect(fetch(`${address}/healthz`)).rejects.toThrow('fetch failed');
  const { home, data } = await findClusterLocation(dataDir);
  expect(await findRunningPostmaster(data)).toBeNull();
  const log = await readFile(path.join(home, 'server.log'), 'utf8');
  expect(log.trim().split('\n').at(-1)).toContain('database system is shut down');
});

test('a second program on its folder is rejected with one line; a second signal ends it at once; the next start takes over what is left, accepts commands beside it, and ends with one line when its database dies', async () => {
  const dataDir = await makePreparedDataDir();
  const first = runServer(bundle.main, { DATA_DIR: dataDir });
  const address = await first.ready;
  const second = runServer(bundle.main, { DATA_DIR: dataDir });
  expect(await expectRejection(second)).toEqual([
    expect.stringContaining('another process is using'),
  ]);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  const goOn = await slowDown(dataDir);
  fetch(`${address}/readyz`).catch(() => undefined);
  await sleep(200);
  first.child.kill('SIGINT');
  // A signal that follows sooner counts as the same one.
  await sleep(500);
  first.child.kill('SIGINT');
  expect((await first.exited).code).toBe(130);
  goOn();
  const next = runServer(bundle.main, { DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  expect((await fetch(`${await next.ready}/readyz`)).status).toBe(200);
  const command = path.join(path.dirname(bundle.main), 'machines.js');
  expect(await runProgram(command, 'list', { DATA_DIR: dataDir })).toEqual({
    code: 0,
    stdout: 'There are no machines yet.\n',
    stderr: '',
  });
  const postmaster = await findRunningPostmaster((await findClusterLocation(dataDir)).data);
  expect(postmaster?.pid).toBeGreaterThan(1);
  process.kill(postmaster?.pid ?? Number.NaN, 'SIGKILL');
  expect((await next.exited).code).toBe(1);
  expect(next.output()).toContain('tanren: the embedded PostgreSQL ended unexpectedly\n');
});

test('logs one line per unsafe setting on a public address, and ends with the code that systemd does not restart', async () => {
  const open = { HOST: '0.0.0.0', PUBLIC_URL: 'http://gym.example', MQTT_HOST: '0.0.0.0' };
  const settings = { DATA_DIR: await makeDataDir(), ...open };
  expect(await expectRejection(runServer(bundle.main, settings), 78)).toEqual([
    expect.stringMatching(/^PUBLIC_URL is http:\/\/gym\.example, /),
    expect.stringMatching(/^SMTP_URL is missing, /),
    expect.stringMatching(/^MQTT_HOST lets machines in /),
  ]);
});

test('explains a port in use in one line', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void blocker.close());
  await once(blocker, 'listening');
  const address = blocker.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const settings = {
    HOST: '127.0.0.1',
    PORT: port,
    USER_POOL_KEYS: testKeys,
    DATABASE_URL: migrated.url,
    DATA_DIR: await makeDataDir(),
  };
  expect(await expectRejection(runServer(bundle.main, settings))).toEqual([
    `port ${port} on 127.0.0.1 is in use: stop the other program or set PORT`,
  ]);
});
