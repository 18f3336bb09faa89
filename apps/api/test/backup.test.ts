import { existsSync } from 'node:fs';
import { open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createConfirmedUser } from '@tanren/user-pool/administration';
import { enterPassword } from '@tanren/user-pool/testing/pool-client';
import pg from 'pg';
import { expect, inject, test, vi } from 'vitest';
import { restoreBackup } from '#backup/restore.ts';
import { runBackupCommand } from '#commands/backup-command.ts';
import { openIdentity } from '#composition/identity.ts';
import { readConfig } from '#config/config.ts';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { findFreePort } from '#embedded/free-port.ts';
import { sql } from './support/database.ts';
import { bySize } from './support/failures.ts';
import { simulateMachines } from './support/machines/machine-simulator.ts';
import { linkGym } from './support/machines/machines.ts';
import {
  callCommand,
  embeddedUrl,
  runProgram,
  runServer,
} from './support/server/running-server.ts';
import { makePreparedDataDir, makeScratchFolder } from './support/server/scratch-folder.ts';

const { server: bundle, machine: simulator } = inject('programs');
const writers = bySize(3, 12);
const rounds = bySize(1, 10);
/** The pause leaves processor time to the other tests of the short run. */
const writerPauseMs = bySize(25, 0);
const passphrase = { BACKUP_PASSPHRASE: 'kinniku wa uragiranai' };
const member = { email: 'sato@gym.example', password: 'matsutake99', groups: ['member'] };

const run = (name: 'backup' | 'restore', line: string, settings: Record<string, string>) =>
  runProgram(path.join(path.dirname(bundle.main), `${name}.js`), line, settings);

async function register(dataDir: string, url: string): Promise<void> {
  const db = openDatabase(url);
  const userPoolKeys = await readFile(path.join(dataDir, 'user-pool-keys.json'), 'utf8');
  const config = { ...readConfig({}), userPoolKeys };
  const { userPool } = await openIdentity(config, db, { send: async () => {} }, () => new Date());
  if (userPool === null) throw new Error('There is no embedded pool');
  await createConfirmedUser(db, userPool, member);
  await closeDatabase(db);
}

const signIn = async (address: string, { email, password }: typeof member) =>
  (await enterPassword(`${address}/cognito/`, email, password)).status;

/** Links machines to a member each. The broker's current port is read at every start. */
async function linkMachines(url: string, brokerPort: () => number) {
  const db = openDatabase(url);
  const machines = await linkGym(db, 2);
  await closeDatabase(db);
  return await simulateMachines(simulator.main, machines, brokerPort);
}

/** Adds, changes and deletes rows until it is stopped, and records the acknowledged ones. */
function startWriter(url: string, firstId: number) {
  const kept: number[] = [];
  const state = { stopped: false };
  const write = async () => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    for (let id = firstId; !state.stopped; id += 1) {
      await client.query('insert into written (id, filler) values ($1, repeat($2, 500))', [
        id,
        'x',
      ]);
      if (id % 3 === 0) await client.query('delete from written where id = $1', [id]);
      else kept.push(id);
      await client.query('update counters set n = n + 1');
      await setTimeout(writerPauseMs);
    }
    await client.end();
  };
  const ended = write();
  ended.catch(() => undefined);
  return { kept, stop: () => ((state.stopped = true), ended) };
}

test(
  'a backup under load contains everything acknowledged before it, and members and machines continue on its copy',
  { timeout: 60_000 + rounds * 60_000 },
  async () => {
    const dataDir = await makePreparedDataDir();
    const settings = { DATA_DIR: dataDir, USER_POOL_PASSWORD_AUTH: 'on' };
    let mqttPort = await findFreePort();
    const server = runServer(bundle.main, { ...settings, MQTT_PORT: String(mqttPort) });
    await server.ready;
    const url = await embeddedUrl(dataDir);
    await register(dataDir, url);
    const gym = await linkMachines(url, () => mqttPort);
    gym.start('lifting');
    await gym.more('acked', 1);
    await sql(url, 'create table written (id int primary key, filler text)');
    await sql(url, 'create table counters as select 0 as n');
    const load = Array.from({ length: writers }, (_, at) => startWriter(url, at * 10_000_000 + 1));
    const folder = await makeScratchFolder();
    for (let round = 0; round < rounds; round += 1) {
      await vi.waitUntil(() => load.every(({ kept }) => kept.length > 20 * (round + 1)), {
        timeout: 60_000,
      });
      const before = load.flatMap(({ kept }) => [...kept]);
      const file = path.join(folder, `backup-${round}`);
      const written = await run('backup', `--to ${file}`, { DATA_DIR: dataDir, ...passphrase });
      expect(written).toMatchObject({ code: 0, stderr: '' });
      expect(written.stdout).toMatch(/ is written: \d+ rows in \d+ tables, \d+ sealed keys, of /);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(await readdir(folder)).not.toContain(`backup-${round}.partial`);

      const scratch = await makeScratchFolder();
      const elsewhere = { DATA_DIR: path.join(scratch, 'data-dir') };
      const restored = await run('restore', `--from ${file}`, { ...elsewhere, ...passphrase });
      expect(restored).toMatchObject({ code: 0, stderr: '' });
      // The machines connect to the broker of the restored server from here on.
      await gym.stop();
      mqttPort = await findFreePort();
      const here = { ...settings, ...elsewhere, MQTT_PORT: String(mqttPort) };
      const copy = runServer(bundle.main, here);
      const address = await copy.ready;
      expect(await signIn(address, member)).toBe(200);
      gym.start('lifting');
      await gym.more('acked', 1);
      const rows = await sql<{ id: number }>(
        await embeddedUrl(elsewhere.DATA_DIR),
        'select id from written where filler is not null',
      );
      const stored = new Set(rows.map(({ id }) => id));
      expect(before.filter((id) => !stored.has(id))).toEqual([]);
      copy.child.kill('SIGTERM');
      expect((await copy.exited).code).toBe(0);
    }
    await gym.stop();
    await Promise.all(load.map(({ stop }) => stop()));
    // The backup left no replication slot behind.
    const left = `select count(*)::int as n from pg_replication_slots`;
    expect(await sql(url, left)).toEqual([{ n: 0 }]);
    server.child.kill('SIGTERM');
    expect((await server.exited).code).toBe(0);
  },
);

test('explains in one line why a backup or restore is impossible, and changes nothing', async () => {
  const dataDir = await makePreparedDataDir();
  const folder = await makeScratchFolder();
  const file = path.join(folder, 'backup');
  const own = { DATA_DIR: dataDir };
  const backUp = (line: string, env: Record<string, string>) =>
    callCommand(runBackupCommand, line, env);
  const reject = async (line: string, env: Record<string, string>) => {
    const { code, stderr } = await backUp(line, env);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^tanren: [^\n]+\n$/);
    return stderr.slice('tanren: '.length).trim();
  };
  expect(await reject(`--to ${file}`, own)).toMatch(/^the keys need a passphrase: /);
  expect(await reject(`--to ${file}`, { ...own, BACKUP_PASSPHRASE: 'short' })).toBe(
    'the passphrase must have at least 12 characters',
  );
  expect(existsSync(file)).toBe(false);

  // The server is not running, so the command starts one itself.
  const words = path.join(folder, 'words');
  await writeFile(words, `${passphrase.BACKUP_PASSPHRASE}\n`);
  const byFile = `--passphrase-file ${words}`;
  expect(await backUp(`--to ${file} ${byFile}`, own)).toMatchObject({ code: 0, stderr: '' });
  expect(await reject(`--to ${file} ${byFile}`, own)).toContain('is there already');
  const checked = await backUp(`--verify ${file}`, passphrase);
  expect(checked).toMatchObject({ code: 0, stderr: '' });
  expect(checked.stdout).toMatch(/ can be restored: \d+ rows /);

  const target = path.join(folder, 'data-dir');
  const restore = async (from: string, given: string, into = target) => {
    const handle = await open(from);
    const order = { file: handle, passphrase: given, tools: { pgDump: 'pg_dump', env: {} } };
    const place = { dataDir: into, databaseUrl: null, databaseMigrationUrl: null };
    try {
      await restoreBackup(order, place);
    } finally {
      await handle.close();
    }
  };
  await expect(restore(file, passphrase.BACKUP_PASSPHRASE, dataDir)).rejects.toThrow(
    /^DATA_DIR \S+ is not empty: /,
  );
  await expect(restore(file, 'kinniku wa uragiru')).rejects.toThrow(/^the passphrase is wrong /);
  const bytes = await readFile(file);
  const changed = Buffer.from(bytes);
  const middle = Math.floor(bytes.length / 2);
  changed.writeUInt8((changed[middle] ?? 0) ^ 255, middle);
  for (const damaged of [bytes.subarray(0, -100), changed, Buffer.from('no backup')]) {
    const bad = path.join(folder, 'bad');
    await writeFile(bad, damaged);
    await expect(restore(bad, passphrase.BACKUP_PASSPHRASE)).rejects.toThrow(
      /^the backup is damaged or incomplete/,
    );
  }
  expect(await readdir(target).catch(() => [])).toEqual([]);
});
