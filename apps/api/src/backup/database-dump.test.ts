import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/support/database.ts';
import { makeScratchFolder } from '#test/support/server/scratch-folder.ts';
import { BackupError } from './backup-error.ts';
import { readDump, rejectTables, restoreDump } from './database-dump.ts';

const { url } = await createTestDatabase();

/**
 * Makes replacements for programs of PostgreSQL that this machine may not have in the right
 * version.
 */
async function makeTools(script: string) {
  const folder = await makeScratchFolder();
  for (const name of ['pg_dump', 'pg_restore']) {
    await writeFile(path.join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(path.join(folder, name), 0o755);
  }
  return { pgDump: path.join(folder, 'pg_dump'), env: { PATH: '/usr/bin:/bin' } };
}

const reports = (version: string) =>
  `if [ "$1" = --version ]; then echo "pg_dump (PostgreSQL) ${version}"; exit 0; fi`;

async function readAll(tools: Awaited<ReturnType<typeof makeTools>>): Promise<string> {
  let text = '';
  for await (const { content } of readDump(url, tools, () => {})) {
    for await (const chunk of content) text += chunk.toString();
  }
  return text;
}

test('runs pg_dump on the snapshot in which the rows were counted, without showing the password', async () => {
  const tools = await makeTools(
    `${reports('18.1 (Debian 18.1-1)')}\necho "$@"; echo "password $PGPASSWORD"`,
  );
  const told: { pgDump: number; gyms: number | undefined }[] = [];
  let text = '';
  for await (const { name, content } of readDump(url, tools, ({ pgDump, rows }) =>
    told.push({ pgDump, gyms: rows['public.gyms'] }),
  )) {
    expect(name).toBe('database.dump');
    for await (const chunk of content) text += chunk.toString();
  }
  expect(text).toMatch(/^--snapshot=\S+ --format=custom/);
  const password = decodeURIComponent(new URL(url).password);
  expect(password.length).toBeGreaterThan(10);
  expect(text).toContain(`password ${password}\n`);
  expect(text.split(password)).toHaveLength(2);
  expect(told).toEqual([{ pgDump: 18, gyms: 0 }]);
});

test('reports a missing, outdated or failing pg_dump in one line', async () => {
  const missing = { pgDump: '/nowhere/pg_dump', env: { PATH: '' } };
  await expect(readAll(missing)).rejects.toThrow(
    /^\/nowhere\/pg_dump cannot be run \(ENOENT\): install PostgreSQL's client programs, version 18 or newer, and set PG_DUMP/,
  );
  await expect(readAll(await makeTools(reports('15.14')))).rejects.toThrow(
    /pg_dump is version 15, the database is version 18: install /,
  );
  const failing = await makeTools(`${reports('18.1')}\necho 'pg_dump: error: no' >&2; exit 1`);
  await expect(readAll(failing)).rejects.toThrow(/^pg_dump failed: pg_dump: error: no$/);
  const denied = await makeTools(
    `${reports('18.1')}\necho 'pg_dump: error: permission denied for table x' >&2; exit 1`,
  );
  await expect(readAll(denied)).rejects.toThrow(
    /for table x; set DATABASE_MIGRATION_URL to the owner/,
  );
});

test('reports an outdated or failing pg_restore, and does not touch a database that has tables', async () => {
  const old = await makeTools(reports('17.2'));
  await expect(restoreDump(url, old, 18)).rejects.toThrow(/pg_restore is version 17, /);
  const failing = await makeTools(`${reports('18.1')}\necho 'pg_restore: error: no' >&2; exit 1`);
  const sink = await restoreDump(url, failing, 18);
  const write = async () => {
    for (let n = 0; n < 100; n += 1) await sink.write(Buffer.alloc(100_000));
    await sink.close();
  };
  await expect(write()).rejects.toThrow(/^pg_restore failed: pg_restore: error: no$/);
  await expect(rejectTables(url)).rejects.toThrow(BackupError);
  await expect(rejectTables(url)).rejects.toThrow(/has tables \(drizzle\.__drizzle_migrations\)/);
});
