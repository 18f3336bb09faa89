import { execFile } from 'node:child_process';
import { copyFile, mkdir, open, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { findClusterLocation } from '#embedded/postgres/cluster-location.ts';
import { sql } from './support/database.ts';
import { embeddedUrl, runServer } from './support/running-server.ts';
import { copyCluster, makePreparedDataDir, makeScratchFolder } from './support/scratch-folder.ts';

const bundle = inject('programs').server;
const run = promisify(execFile);

/** The only line that it says. */
async function refuse(dataDir: string): Promise<string> {
  const server = runServer(bundle.main, { DATA_DIR: dataDir });
  expect((await server.exited).code).toBe(1);
  expect(server.output()).toMatch(/^tanren: [^\n]+\n$/);
  return server.output().slice('tanren: '.length).trim();
}

async function startAndStop(dataDir: string, whileUp: (url: string) => Promise<void>) {
  const server = runServer(bundle.main, { DATA_DIR: dataDir });
  await server.ready;
  await whileUp(await embeddedUrl(dataDir));
  server.child.kill('SIGTERM');
  expect((await server.exited).code).toBe(0);
}

/** As a failing disk would. */
async function damage(file: string, at: number, length: number): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(length, 0xa5), 0, length, at);
  await handle.close();
}

test('a damaged control file is one line, and a damaged table one at the first read', async () => {
  const dataDir = await makePreparedDataDir();
  let table = '';
  await startAndStop(dataDir, async (url) => {
    const [found] = await sql<{ file: string }>(
      url,
      `select pg_relation_filepath('server_keys') as file`,
    );
    table = found?.file ?? '';
  });
  const { data } = await findClusterLocation(dataDir);
  const control = path.join(data, 'global', 'pg_control');
  const spare = path.join(path.dirname(dataDir), 'pg_control');
  await copyFile(control, spare);
  await damage(control, 100, 50);
  expect(await refuse(dataDir)).toMatch(
    /^the embedded PostgreSQL in \S+ did not start: its file global\/pg_control is damaged: .*npm run restore/,
  );
  const handle = await open(control, 'r+');
  const back = await open(spare);
  await handle.write(await back.readFile(), 0);
  await Promise.all([handle.close(), back.close()]);
  await damage(path.join(data, table), 4000, 4000);
  expect(await refuse(dataDir)).toMatch(
    /^a file of the database is damaged: check the disk, and restore the last backup /,
  );
});

test('a password file that somebody wrote into is one line at once, and a new one is made', async () => {
  const dataDir = await makePreparedDataDir();
  const file = path.join(dataDir, 'postgres', 'password');
  for (const text of ['', 'not ours\nat all\n']) {
    await writeFile(file, text);
    expect(await refuse(dataDir)).toMatch(
      /^\S+postgres\/password does not hold a password of this program: delete it, /,
    );
  }
  await rm(file);
  await startAndStop(dataDir, async () => {});
});

/** A file system of 130 MB, where one may mount; elsewhere there is no disk that a test could fill. */
async function mountSmallDisk(): Promise<string | null> {
  const folder = path.join(await makeScratchFolder(), 'disk');
  await mkdir(folder);
  const mount = ['-t', 'tmpfs', '-o', 'size=130m,mode=755', 'tmpfs', folder];
  const mounted = await run('mount', mount).then(
    () => true,
    () => false,
  );
  if (!mounted) return null;
  onTestFinished(async () => {
    await run('umount', ['--lazy', folder]);
  });
  return folder;
}

test.runIf(process.getuid?.() === 0)(
  'a full disk is one line, and with room again everything acknowledged is there',
  async (context) => {
    const disk = await mountSmallDisk();
    if (disk === null) return context.skip('this machine lets nobody mount');
    const dataDir = path.join(disk, 'data-dir');
    await copyCluster(inject('preparedCluster'), dataDir);
    const server = runServer(bundle.main, { DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
    await server.ready;
    const url = await embeddedUrl(dataDir);
    await sql(url, 'create table written (id int primary key, filler text)');
    const filler = path.join(disk, 'filler');
    const { bavail, bsize } = await statfs(disk);
    await writeFile(filler, Buffer.alloc(bavail * bsize - 8_000_000));
    const acknowledged = await writeUntilRefused(url);
    expect(acknowledged).toBeGreaterThan(10);
    await fillLog(url);
    await expect.poll(() => server.output()).toMatch(/disk is full: make room/);
    server.child.kill('SIGTERM');
    await server.exited;
    await rm(filler);
    await startAndStop(dataDir, async (again) => {
      const [row] = await sql(again, 'select count(*)::int as n from written where id <= $1', [
        acknowledged,
      ]);
      expect(row).toEqual({ n: acknowledged });
    });
    expect(await readdir(disk)).toEqual(['data-dir']);
  },
);

/** The log goes on in a new file, for which there is no room. */
async function fillLog(url: string): Promise<void> {
  const statement = `select pg_logical_emit_message(true, 'test', 'x'), pg_switch_wal()`;
  for (let files = 0; files < 30; files += 1) {
    const went = await sql(url, statement).then(
      () => true,
      () => false,
    );
    if (!went) return;
  }
}

/** Rows of random text, so that the log and the tables grow, until there is no room. */
async function writeUntilRefused(url: string): Promise<number> {
  let acknowledged = 0;
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (let id = 1; ; id += 1) {
      await client.query(
        `insert into written select $1, string_agg(md5(random()::text), '') from generate_series(1, 200)`,
        [id],
      );
      acknowledged = id;
    }
  } catch {
    return acknowledged;
  } finally {
    await client.end().catch(() => undefined);
  }
}
