import { execFile } from 'node:child_process';
import { mkdir, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { sql } from './support/database.ts';
import { embeddedUrl, runServer } from './support/server/running-server.ts';
import { copyCluster, makeScratchFolder } from './support/server/scratch-folder.ts';

const bundle = inject('programs').server;
const run = promisify(execFile);

/**
 * Mounts a file system of 130 MB. Only root may do that. For other users the test fails with a
 * message.
 */
async function mountSmallDisk(): Promise<string> {
  const folder = path.join(await makeScratchFolder(), 'disk');
  await mkdir(folder);
  const mount = ['-t', 'tmpfs', '-o', 'size=130m,mode=755', 'tmpfs', folder];
  await run('mount', mount);
  onTestFinished(async () => {
    await run('umount', ['--lazy', folder]);
  });
  return folder;
}

test('explains a full disk in one line, and keeps everything acknowledged', async () => {
  const disk = await mountSmallDisk();
  const dataDir = path.join(disk, 'data-dir');
  await copyCluster(inject('preparedCluster'), dataDir);
  const server = runServer(bundle.main, { DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  await server.ready;
  const url = await embeddedUrl(dataDir);
  await sql(url, 'create table written (id int primary key, filler text)');
  const filler = path.join(disk, 'filler');
  const { bavail, bsize } = await statfs(disk);
  await writeFile(filler, Buffer.alloc(bavail * bsize - 8_000_000));
  const acknowledged = await writeUntilRejected(url);
  expect(acknowledged).toBeGreaterThan(10);
  await fillLog(url);
  await expect.poll(() => server.output()).toMatch(/disk is full: make room/);
  server.child.kill('SIGTERM');
  await server.exited;
  await rm(filler);
  const restarted = runServer(bundle.main, { DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  await restarted.ready;
  const [row] = await sql(
    await embeddedUrl(dataDir),
    'select count(*)::int as n from written where id <= $1',
    [acknowledged],
  );
  expect(row).toEqual({ n: acknowledged });
  restarted.child.kill('SIGTERM');
  expect((await restarted.exited).code).toBe(0);
  expect(await readdir(disk)).toEqual(['data-dir']);
});

/** Switches the write-ahead log to new files until there is no room for another. */
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

/** Inserts rows of random text, so that the log and the tables grow, until there is no room. */
async function writeUntilRejected(url: string): Promise<number> {
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
