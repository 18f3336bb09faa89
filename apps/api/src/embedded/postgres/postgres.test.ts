import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { migrateDatabase } from '#db/migrate.ts';
import { migrationsFolder } from '#config/paths.ts';
import { StartupError } from '#config/startup-error.ts';
import { bySize } from '#test/support/failures.ts';
import { makePreparedDataDir, makeScratchFolder } from '#test/support/server/scratch-folder.ts';
import { sql } from '#test/support/database.ts';
import { programRole, startEmbeddedPostgres } from './postgres.ts';
import { findRunningPostmaster, readPostmaster } from './postmaster.ts';
import { chooseServerAccount } from './server-account.ts';

const startsAtOnce = bySize(2, 4);

/**
 * Kills one process. Rejects 0 and negative numbers, which would kill whole groups, including this
 * process.
 */
function killProcess(pid: number | undefined): void {
  if (pid === undefined || pid < 2) throw new Error('no such process');
  process.kill(pid, 'SIGKILL');
}

test('keeps all data without the pid file or password file, and another major version does not touch it', async () => {
  const dataDir = await makePreparedDataDir();
  const first = await startEmbeddedPostgres({ dataDir });
  const data = path.join(first.home, 'data');
  const pidFile = path.join(data, 'postmaster.pid');
  await sql(first.ownerUrl, 'create table kept as select 42 as answer');
  const lines = (await readFile(pidFile, 'utf8')).split('\n');
  await first.stop();
  expect(await findRunningPostmaster(data)).toBeNull();

  // The number in the pid file now belongs to another program of the server's account. PostgreSQL
  // itself cannot tell the difference.
  const stranger = spawn('sleep', ['60'], {
    ...(await chooseServerAccount(data)),
    stdio: 'ignore',
  });
  onTestFinished(() => void stranger.kill());
  await writeFile(pidFile, [stranger.pid, ...lines.slice(1)].join('\n'));
  const second = await startEmbeddedPostgres({ dataDir });
  expect(stranger.exitCode).toBeNull();
  expect(await sql(second.ownerUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
  await second.stop();

  const password = path.join(dataDir, 'postgres', 'password');
  const before = await readFile(password, 'utf8');
  await rm(password);
  const third = await startEmbeddedPostgres({ dataDir });
  expect(await readFile(password, 'utf8')).not.toBe(before);
  expect(await sql(third.ownerUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
  await third.stop();

  await writeFile(path.join(data, 'PG_VERSION'), '17\n');
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
    /^the database in [^\n]+ was made by PostgreSQL 17, this program brings 18: [^\n]+$/,
  );
});

test('runs durable, with checksums, UTF-8, on loopback and a secret per role, and a second start changes nothing', async () => {
  const dataDir = await makePreparedDataDir();
  const server = await startEmbeddedPostgres({ dataDir });
  const [settings] = await sql(
    server.url,
    `select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
            current_setting('server_encoding') as encoding, current_setting('timezone') as zone,
            current_setting('listen_addresses') as addresses,
            (select rolsuper from pg_roles where rolname = current_user) as superuser`,
  );
  expect(settings).toEqual({
    fsync: 'on',
    checksums: 'on',
    encoding: 'UTF8',
    zone: 'UTC',
    addresses: '127.0.0.1',
    superuser: false,
  });
  const password = path.join(dataDir, 'postgres', 'password');
  expect((await stat(password)).mode & 0o777).toBe(0o600);
  const wrong = server.url.replace(/:[^:@]+@/, ':wrong@');
  await expect(sql(wrong, 'select 1')).rejects.toThrow(/password authentication failed/);
  const urls = [server.adminUrl, server.ownerUrl, server.url].map((url) => new URL(url));
  expect(urls.map(({ username }) => username)).toEqual(['postgres', 'tanren', 'tanren_program']);
  expect(new Set(urls.map((url) => url.password)).size).toBe(3);
  const [roles] = await sql(
    server.adminUrl,
    `select count(*)::int as n from pg_roles where rolname like 'tanren%'
       and (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)`,
  );
  expect(roles).toEqual({ n: 0 });

  const [before] = await sql(server.url, 'select pg_postmaster_start_time() as started');
  const second = startEmbeddedPostgres({ dataDir });
  await expect(second).rejects.toThrow(StartupError);
  await expect(second).rejects.toThrow(/^another process is using the database in [^\n]+$/);
  expect(await sql(server.url, 'select pg_postmaster_start_time() as started')).toEqual([before]);
  await server.stop();
});

test('adds the other roles to a database of the previous version with one role and password', async () => {
  const dataDir = await makePreparedDataDir();
  const control = path.join(dataDir, 'postgres');
  const now = await startEmbeddedPostgres({ dataDir });
  const database = new URL(now.adminUrl);
  database.pathname = '/tanren';
  await sql(database.href, 'drop owned by tanren_program');
  await sql(database.href, 'drop role tanren_program');
  await sql(database.href, `alter role tanren password '${database.password}'`);
  await now.stop();
  await rm(path.join(control, 'owner-password'));
  await rm(path.join(control, 'program-password'));

  const upgraded = await startEmbeddedPostgres({ dataDir });
  await migrateDatabase(upgraded.ownerUrl, migrationsFolder, programRole);
  expect(await sql(upgraded.url, 'select count(*)::int as n from gyms')).toEqual([{ n: 0 }]);
  await expect(sql(upgraded.url, 'delete from staff_audit_log')).rejects.toThrow(/denied/);
  const old = new URL(upgraded.ownerUrl);
  old.password = database.password;
  await expect(sql(old.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  await upgraded.stop();
});

test(`lets exactly one of ${startsAtOnce} simultaneous starts win after an interrupted initdb, and removes the remains`, async () => {
  const dataDir = path.join(await makeScratchFolder(), 'data-dir');
  const control = path.join(dataDir, 'postgres');
  const draft = path.join(control, 'draft-0', 'data');
  await mkdir(draft, { recursive: true });
  await writeFile(path.join(draft, 'PG_VERSION'), '18\n');
  const starts = await Promise.allSettled(
    Array.from({ length: startsAtOnce }, () => startEmbeddedPostgres({ dataDir })),
  );
  const winners = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const rejections = starts.filter(
    (start) => start.status === 'rejected' && start.reason instanceof StartupError,
  );
  expect([winners.length, rejections.length]).toEqual([1, startsAtOnce - 1]);
  expect(existsSync(path.join(control, 'draft-0'))).toBe(false);
  for (const winner of winners) {
    await sql(winner.url, 'select 1');
    await winner.stop();
  }
});

test('notifies the owner when its server ends, and keeps it after a crashed backend', async () => {
  const dataDir = await makePreparedDataDir();
  const onLost = vi.fn<(reason: string) => void>();
  const server = await startEmbeddedPostgres({ dataDir, onLost });
  const owners = `select pid from pg_stat_activity where application_name = 'tanren owner'`;
  const [owner] = await sql<{ pid: number }>(server.adminUrl, owners);
  killProcess(owner?.pid);
  await vi.waitFor(
    async () => {
      const [next] = await sql<{ pid: number }>(server.adminUrl, owners);
      expect(next?.pid).toBeGreaterThan(0);
      expect(next?.pid).not.toBe(owner?.pid);
    },
    { timeout: 20_000, interval: 50 },
  );
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/another process/);
  expect(onLost).not.toHaveBeenCalled();
  const postmaster = await readPostmaster(path.join(server.home, 'data'));
  killProcess(postmaster?.pid);
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), { timeout: 20_000 });
});
