import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { createConfirmedUser } from '@tanren/user-pool/administration';
import { enterPassword } from '@tanren/user-pool/testing/pool-client';
import { testKeys } from '@tanren/user-pool/testing/test-keys';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { runBackupCommand } from '#commands/backup-command.ts';
import { openIdentity } from '#composition/identity.ts';
import { readConfig } from '#config/config.ts';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { chooseServerAccount } from '#embedded/postgres/server-account.ts';
import { migrationsFolder } from '#config/paths.ts';
import { createTestDatabase, replaceDatabase, sql } from './support/database.ts';
import { bySize } from './support/failures.ts';
import { callCommand, runProgram, runServer } from './support/server/running-server.ts';
import { makeScratchFolder } from './support/server/scratch-folder.ts';

const bundle = inject('programs').server;
const bin = process.env['POSTGRES_BIN'] ?? '/usr/lib/postgresql/15/bin';
const start = promisify(execFile);

const run = (name: 'backup' | 'restore', line: string, settings: Record<string, string>) =>
  runProgram(path.join(path.dirname(bundle.main), `${name}.js`), line, settings);

/** Starts a PostgreSQL server of the installed version that is not embedded. */
async function startOwnServer(): Promise<string> {
  const folder = await makeScratchFolder();
  const data = path.join(folder, 'server');
  await mkdir(data, { mode: 0o700 });
  const account = await chooseServerAccount(null);
  if (account !== null) await chown(data, account.uid, account.gid);
  const options = { ...account, cwd: '/' };
  await start(path.join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust'], options);
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const address = blocker.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  blocker.close();
  const flags = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-F'];
  const server = spawn(path.join(bin, 'postgres'), flags, { ...options, stdio: 'ignore' });
  onTestFinished(async () => {
    server.kill('SIGQUIT');
    await once(server, 'exit');
  });
  const url = `postgres://postgres:any@127.0.0.1:${port}/postgres`;
  await vi.waitFor(() => sql(url, 'select 1'), { timeout: 20_000, interval: 100 });
  return url;
}

/** Only `npm run test:long` looks for a PostgreSQL that has `pg_dump`. */
test.each(bySize<readonly string[]>([], [bin]))(
  'a configured database is dumped by %s/pg_dump, verified and restored into another database',
  async () => {
    const admin = await startOwnServer();
    await sql(admin, `create role owner login password 'o'`);
    await sql(admin, `create role program login password 'p'`);
    const urlsOf = async (database: string) => {
      await sql(admin, `create database ${database} owner owner`);
      const owner = replaceDatabase(admin, database).replace('postgres:any@', 'owner:o@');
      return { owner, program: owner.replace('owner:o@', 'program:p@') };
    };
    const first = await urlsOf('first');
    await migrateDatabase(first.owner, migrationsFolder, 'program');
    const db = openDatabase(first.owner);
    const config = { ...readConfig({}), userPoolKeys: testKeys };
    const { userPool } = await openIdentity(config, db, { send: async () => {} }, () => new Date());
    if (userPool === null) throw new Error('There is no embedded pool');
    const member = { email: 'sato@gym.example', password: 'matsutake99', groups: ['member'] };
    await createConfirmedUser(db, userPool, member);
    await closeDatabase(db);

    const folder = await makeScratchFolder();
    const file = path.join(folder, 'backup');
    const common = {
      BACKUP_PASSPHRASE: 'kinniku wa uragiranai',
      PG_DUMP: path.join(bin, 'pg_dump'),
    };
    const written = await run('backup', `--to ${file}`, {
      ...common,
      DATA_DIR: path.join(folder, 'none'),
      DATABASE_URL: first.program,
      DATABASE_MIGRATION_URL: first.owner,
      USER_POOL_KEYS: testKeys,
    });
    expect(written).toMatchObject({ code: 0, stderr: '' });
    const verified = await run('backup', `--verify ${file}`, common);
    expect(verified).toMatchObject({ code: 0, stderr: '' });

    const second = await urlsOf('second');
    const target = {
      DATA_DIR: path.join(folder, 'data-dir'),
      DATABASE_URL: second.program,
      DATABASE_MIGRATION_URL: second.owner,
    };
    const restored = await run('restore', `--from ${file}`, { ...common, ...target });
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    const again = await run('restore', `--from ${file} --without-keys`, { ...common, ...target });
    expect(again.stderr).toMatch(/^tanren: the database at \S+ has tables /);
    const server = runServer(bundle.main, { ...target, USER_POOL_PASSWORD_AUTH: 'on' });
    const endpoint = `${await server.ready}/cognito/`;
    const answer = await enterPassword(endpoint, member.email, member.password);
    expect(answer.status).toBe(200);
    server.child.kill('SIGTERM');
    await server.exited;
  },
);

const { programUrl } = await createTestDatabase();
/** Other programs than `pg` cannot read this form of the address, which has a socket and no host. */
const withoutHost = (url: string) => url.replace(/@[^/]+:(\d+)(\/.*)/, '@$2&port=$1');

test('backs up from an address that names only the folder of a socket', async () => {
  const folder = await makeScratchFolder();
  const pgDump = path.join(folder, 'pg_dump');
  await writeFile(pgDump, '#!/bin/sh\necho "pg_dump (PostgreSQL) 18.0"\n', { mode: 0o755 });
  const settings = {
    DATA_DIR: folder,
    DATABASE_URL: withoutHost(programUrl),
    PG_DUMP: pgDump,
  };
  const line = `--to ${path.join(folder, 'backup')} --without-keys`;
  const answer = await callCommand(runBackupCommand, line, settings);
  expect(answer).toMatchObject({ code: 0, stderr: '' });
});
