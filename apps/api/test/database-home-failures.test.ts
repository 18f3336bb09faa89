import { copyFile, open, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { findClusterLocation } from '#embedded/postgres/cluster-location.ts';
import { startEmbeddedPostgres } from '#embedded/postgres/postgres.ts';
import { openTrainerCodeKey } from '#embedded/trainer-code-key.ts';
import { describeFailure } from '#config/failure-lines.ts';
import { sql } from './support/database.ts';
import { makePreparedDataDir } from './support/server/scratch-folder.ts';

/** Returns the lines that the program would print before it ends. */
async function reject(step: Promise<unknown>): Promise<readonly string[]> {
  return await step.then(
    () => [],
    (error: unknown) => describeFailure(error),
  );
}

/** Overwrites bytes, as a failing disk would. */
async function damage(file: string, at: number, length: number): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(length, 0xa5), 0, length, at);
  await handle.close();
}

test('explains a damaged control file in one line, and a damaged table at the first read', async () => {
  const dataDir = await makePreparedDataDir();
  const whole = await startEmbeddedPostgres({ dataDir });
  await sql(whole.ownerUrl, `insert into server_keys (name, fingerprint) values ('x', 'x')`);
  const [table] = await sql<{ file: string }>(
    whole.ownerUrl,
    `select pg_relation_filepath('server_keys') as file`,
  );
  await whole.stop();
  const { data } = await findClusterLocation(dataDir);
  const control = path.join(data, 'global', 'pg_control');
  const spare = path.join(path.dirname(dataDir), 'pg_control');
  await copyFile(control, spare);
  await damage(control, 100, 50);
  expect(await reject(startEmbeddedPostgres({ dataDir }))).toEqual([
    expect.stringMatching(
      /^the embedded PostgreSQL in \S+ did not start: its file global\/pg_control is damaged: .*npm run restore/,
    ),
  ]);
  const handle = await open(control, 'r+');
  const back = await open(spare);
  await handle.write(await back.readFile(), 0);
  await Promise.all([handle.close(), back.close()]);
  await damage(path.join(data, table?.file ?? ''), 4000, 4000);
  const damaged = await startEmbeddedPostgres({ dataDir });
  const db = openDatabase(damaged.url);
  // The damaged file belongs to the first table that a start reads.
  expect(await reject(openTrainerCodeKey({ dataDir, trainerCodeKey: null }, db))).toEqual([
    expect.stringMatching(
      /^a file of the database is damaged: check the disk, and restore the last backup /,
    ),
  ]);
  await closeDatabase(db);
  await damaged.stop();
});

test('explains an overwritten password file in one line, and creates a new one', async () => {
  const dataDir = await makePreparedDataDir();
  const file = path.join(dataDir, 'postgres', 'password');
  for (const text of ['', 'not ours\nat all\n']) {
    await writeFile(file, text);
    expect(await reject(startEmbeddedPostgres({ dataDir }))).toEqual([
      expect.stringMatching(
        /^\S+postgres\/password does not hold a password of this program: delete it, /,
      ),
    ]);
  }
  await rm(file);
  const server = await startEmbeddedPostgres({ dataDir });
  await sql(server.adminUrl, 'select 1');
  await server.stop();
});
