import { execFile } from 'node:child_process';
import { readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { sql } from '#test/support/database.ts';
import { makePreparedDataDir, makeScratchFolder } from '#test/support/server/scratch-folder.ts';
import { startEmbeddedPostgres } from './postgres.ts';
import { findRunningPostmaster } from './postmaster.ts';

const run = promisify(execFile);

async function copyFolder(from: string): Promise<string> {
  const to = path.join(await makeScratchFolder(), 'data-dir');
  await run('cp', ['-a', from, to]);
  return to;
}

test('rejects a copy of a running database in one line, and accepts one made after a stop', async () => {
  const dataDir = await makePreparedDataDir();
  const server = await startEmbeddedPostgres({ dataDir });
  await sql(server.ownerUrl, 'create table kept as select 42 as answer');
  const early = await copyFolder(dataDir);
  await expect(startEmbeddedPostgres({ dataDir: early })).rejects.toThrow(
    /^\S+ is a copy of a database that was running, [^\n]+ npm run backup and npm run restore, [^\n]+$/,
  );
  // A second start rejects the copy as well.
  await expect(startEmbeddedPostgres({ dataDir: early })).rejects.toThrow(/is a copy of/);
  await server.stop();

  const late = await copyFolder(dataDir);
  const copy = await startEmbeddedPostgres({ dataDir: late });
  expect(await sql(copy.ownerUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
  await copy.stop();
  const place = (folder: string) => readFile(path.join(folder, 'postgres', 'place.json'), 'utf8');
  expect(await place(late)).not.toBe(await place(dataDir));
});

test('recovers a folder that was moved after its server was killed', async () => {
  const dataDir = await makePreparedDataDir();
  const server = await startEmbeddedPostgres({ dataDir });
  await sql(server.ownerUrl, 'create table kept as select 42 as answer');
  const postmaster = await findRunningPostmaster(path.join(server.home, 'data'));
  process.kill(postmaster?.pid ?? Number.NaN, 'SIGQUIT');
  await expect.poll(() => findRunningPostmaster(path.join(server.home, 'data'))).toBeNull();
  const moved = path.join(await makeScratchFolder(), 'data-dir');
  await rename(dataDir, moved);
  const again = await startEmbeddedPostgres({ dataDir: moved });
  expect(await sql(again.ownerUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
  await again.stop();
});
