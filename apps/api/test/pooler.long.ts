import { spawn } from 'node:child_process';
import { chown, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { testKeys } from '@tanren/user-pool/testing/test-keys';
import { sql as statement } from 'drizzle-orm';
import { expect, inject, onTestFinished, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { openNotificationLine } from '#db/notification-line.ts';
import { findFreePort } from '#embedded/free-port.ts';
import { createTestDatabase, sql } from './support/database.ts';
import { runServer } from './support/server/running-server.ts';
import { makeScratchFolder } from './support/server/scratch-folder.ts';

const { programUrl } = await createTestDatabase();
/** PgBouncer refuses to run as root. This is the account `nobody` on every Linux. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Starts a PgBouncer with its usual settings in this mode. Returns the database's address there. */
async function startPooler(mode: 'session' | 'transaction'): Promise<string> {
  const { username, password, port: serverPort } = new URL(programUrl);
  const [folder, port] = [await makeScratchFolder(), await findFreePort()];
  const users = path.join(folder, 'users');
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  const settings = path.join(folder, 'pgbouncer.ini');
  await writeFile(
    settings,
    `[databases]
* = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = ${mode}
`,
  );
  if (account.uid !== undefined) {
    for (const place of [folder, users, settings]) await chown(place, account.uid, account.gid);
  }
  const pooler = spawn(process.env['PGBOUNCER_PATH'] ?? 'pgbouncer', [settings], {
    ...account,
    stdio: 'ignore',
  });
  onTestFinished(() => void pooler.kill('SIGKILL'));
  const url = new URL(programUrl);
  url.port = String(port);
  url.search = '';
  await expect.poll(() => sql(url.href, 'select 1 as one').catch(() => null)).not.toBeNull();
  return url.href;
}

async function startNode(url: string) {
  return runServer(inject('programs').server.main, {
    DATA_DIR: path.join(await makeScratchFolder(), 'data-dir'),
    DATABASE_URL: url,
    USER_POOL_KEYS: testKeys,
  });
}

test('works behind a pooler in session mode, with its time limits and notifications', async () => {
  const url = await startPooler('session');
  const server = await startNode(url);
  const address = await server.ready;
  const statuses = await Promise.all(
    Array.from({ length: 30 }, async () => (await fetch(`${address}/api/informations`)).status),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  const db = openDatabase(url, { poolSize: 2 });
  onTestFinished(() => closeDatabase(db));
  expect((await db.execute(statement`show statement_timeout`)).rows).toEqual([
    { statement_timeout: '4500ms' },
  ]);
  const line = openNotificationLine(db.$client, 'news', { onNotification() {}, onGap() {} });
  onTestFinished(() => line.close());
  await expect.poll(() => line.position()).not.toBeNull();
});

test('refuses to start behind a pooler in transaction mode, with the reason in one line', async () => {
  const url = await startPooler('transaction');
  const server = await startNode(url);
  expect(await server.exited).toEqual({ code: 1, signal: null });
  expect(server.output().trim().split('\n')).toEqual([
    expect.stringMatching(/pooler.*pool_mode = session.*\(DATABASE_URL\)/),
  ]);
});
