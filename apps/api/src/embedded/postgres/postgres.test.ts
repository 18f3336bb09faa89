import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { migrateDatabase } from '#db/migrate.ts';
import { migrationsFolder } from '#paths.ts';
import { StartupError } from '#startup-error.ts';
import { bySize } from '#test/support/faults.ts';
import { makePreparedDataDir, makeScratchFolder } from '#test/support/scratch-folder.ts';
import { sql } from '#test/support/database.ts';
import { programRole, startEmbeddedPostgres } from './postgres.ts';
import { findRunningPostmaster, readPostmaster } from './postmaster.ts';
import { chooseServerAccount } from './server-account.ts';

const startsAtOnce = bySize(2, 4);

/** Where the first start runs `initdb`, which takes longer than all the rest. */
async function makeDataDir(): Promise<string> {
  return path.join(await makeScratchFolder(), 'data-dir');
}

/** Never 0 or less: those are whole groups, this one included. */
function killProcess(pid: number | undefined): void {
  if (pid === undefined || pid < 2) throw new Error('no such process');
  process.kill(pid, 'SIGKILL');
}

test('what was written is there after stop and start', async () => {
  const dataDir = await makePreparedDataDir();
  const first = await startEmbeddedPostgres({ dataDir });
  await sql(first.ownerUrl, 'create table kept as select 42 as answer');
  await first.stop();
  expect(await findRunningPostmaster(path.join(first.home, 'data'))).toBeNull();
  const second = await startEmbeddedPostgres({ dataDir });
  expect(await sql(second.ownerUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
  await second.stop();
});

test('the server is durable, checksummed, UTF-8, on loopback only, and its password is secret', async () => {
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
  await server.stop();
});

test('superuser, owner and program have passwords of their own', async () => {
  const server = await startEmbeddedPostgres({ dataDir: await makePreparedDataDir() });
  const urls = [server.adminUrl, server.ownerUrl, server.url].map((url) => new URL(url));
  expect(urls.map(({ username }) => username)).toEqual(['postgres', 'tanren', 'tanren_program']);
  expect(new Set(urls.map(({ password }) => password)).size).toBe(3);
  const [roles] = await sql(
    server.adminUrl,
    `select count(*)::int as n from pg_roles where rolname like 'tanren%'
       and (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)`,
  );
  expect(roles).toEqual({ n: 0 });
  await server.stop();
});

test('a database of the version before, with one role and one password, gets the others', async () => {
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

test('a second start on the same folder is refused and does not disturb the first', async () => {
  const dataDir = await makePreparedDataDir();
  const first = await startEmbeddedPostgres({ dataDir });
  const [before] = await sql(first.url, 'select pg_postmaster_start_time() as started');
  const second = startEmbeddedPostgres({ dataDir });
  await expect(second).rejects.toThrow(StartupError);
  await expect(second).rejects.toThrow(/^another process is using the database in [^\n]+$/);
  expect(await sql(first.url, 'select pg_postmaster_start_time() as started')).toEqual([before]);
  await first.stop();
});

test(`of ${startsAtOnce} starts at once on an empty folder exactly one wins`, async () => {
  const dataDir = await makeDataDir();
  const starts = await Promise.allSettled(
    Array.from({ length: startsAtOnce }, () => startEmbeddedPostgres({ dataDir })),
  );
  const winners = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const refusals = starts.filter(
    (start) => start.status === 'rejected' && start.reason instanceof StartupError,
  );
  expect([winners.length, refusals.length]).toEqual([1, startsAtOnce - 1]);
  for (const winner of winners) {
    await sql(winner.url, 'select 1');
    await winner.stop();
  }
});

test('a pid file whose number now belongs to another program does not hinder the start', async () => {
  const dataDir = await makePreparedDataDir();
  const server = await startEmbeddedPostgres({ dataDir });
  const pidFile = path.join(server.home, 'data', 'postmaster.pid');
  const lines = (await readFile(pidFile, 'utf8')).split('\n');
  await server.stop();
  // Of the server's account: for those PostgreSQL cannot tell the difference itself.
  const account = await chooseServerAccount(path.join(server.home, 'data'));
  const stranger = spawn('sleep', ['60'], { ...account, stdio: 'ignore' });
  onTestFinished(() => void stranger.kill());
  await writeFile(pidFile, [stranger.pid, ...lines.slice(1)].join('\n'));
  const again = await startEmbeddedPostgres({ dataDir });
  expect(stranger.exitCode).toBeNull();
  await again.stop();
});

test('an interrupted initdb is done again and its remains are removed', async () => {
  const dataDir = await makeDataDir();
  const control = path.join(dataDir, 'postgres');
  const draft = path.join(control, 'draft-0', 'data');
  await mkdir(draft, { recursive: true });
  await writeFile(path.join(draft, 'PG_VERSION'), '18\n');
  const server = await startEmbeddedPostgres({ dataDir });
  await sql(server.url, 'select 1');
  expect(existsSync(path.join(control, 'draft-0'))).toBe(false);
  await server.stop();
});

test('a lost password file is replaced, the data stays', async () => {
  const dataDir = await makePreparedDataDir();
  const first = await startEmbeddedPostgres({ dataDir });
  await sql(first.ownerUrl, 'create table kept as select 42 as answer');
  await first.stop();
  await rm(path.join(dataDir, 'postgres', 'password'));
  const second = await startEmbeddedPostgres({ dataDir });
  expect(second.url).not.toBe(first.url);
  expect(await sql(second.ownerUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
  await second.stop();
});

test('data of another major version is refused in one line, not touched', async () => {
  const dataDir = await makePreparedDataDir();
  const server = await startEmbeddedPostgres({ dataDir });
  await server.stop();
  await writeFile(path.join(server.home, 'data', 'PG_VERSION'), '17\n');
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
    /^the database in [^\n]+ was made by PostgreSQL 17, this program brings 18: [^\n]+$/,
  );
});

test('the owner hears of the end of its server, and keeps owning it after a backend crashed', async () => {
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
