import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { StartupError } from '#startup-error.ts';
import { migrationsFolder } from '#paths.ts';
import { createEmptyDatabase, createTestDatabase, sql } from '#test/support/database.ts';
import { migrateDatabase } from './migrate.ts';

const scratch = await mkdtemp(path.join(tmpdir(), 'tanren-migrate-'));
const clone = await createTestDatabase();
afterAll(() => rm(scratch, { recursive: true, force: true }));

interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
}

/** The program's migrations and more, as a later version would have them. */
async function makeLaterVersion(name: string, statements: string, when?: number): Promise<string> {
  const folder = path.join(scratch, name);
  await cp(migrationsFolder, folder, { recursive: true });
  const file = path.join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as Journal;
  const newest = Math.max(...journal.entries.map((entry) => entry.when));
  journal.entries.push({
    idx: journal.entries.length,
    version: '7',
    when: when ?? newest + 1000,
    tag: name,
    breakpoints: true,
  });
  await writeFile(file, JSON.stringify(journal));
  await writeFile(path.join(folder, `${name}.sql`), statements);
  return folder;
}

test('a clone of the template is migrated: pairs of Japanese characters and exclusion over plain columns work', async () => {
  const [row] = await sql<{ grams: string[] }>(clone.url, `select search_grams('背中') as grams`);
  expect(row?.grams.toSorted()).toEqual(['背', '中', '背中'].toSorted());
  await sql(
    clone.url,
    'create table t (m int, d tstzrange, exclude using gist (m with =, d with &&))',
  );
});

test('twelve nodes at once on one empty database apply every migration once', async () => {
  const url = await createEmptyDatabase();
  await Promise.all(Array.from({ length: 12 }, () => migrateDatabase(url, migrationsFolder)));
  const journal = JSON.parse(
    await readFile(path.join(migrationsFolder, 'meta', '_journal.json'), 'utf8'),
  ) as Journal;
  const applied = await sql<{ created_at: string }>(
    url,
    'select created_at from drizzle.__drizzle_migrations order by 1',
  );
  expect(applied.map((row) => Number(row.created_at))).toEqual(journal.entries.map((e) => e.when));
});

test('a database with a migration that this program does not know is refused and not touched', async () => {
  const url = await createEmptyDatabase();
  await migrateDatabase(url, await makeLaterVersion('0999_later', 'create table later (id int);'));
  const attempt = migrateDatabase(url, migrationsFolder);
  await expect(attempt).rejects.toThrow(StartupError);
  await expect(attempt).rejects.toThrow(/^the database is newer than this program[^\n]*$/);
  expect(await sql(url, 'select * from later')).toEqual([]);
});

test('a migration that would be passed over because it is older than the newest one is refused', async () => {
  const url = await createEmptyDatabase();
  await migrateDatabase(url, migrationsFolder);
  const folder = await makeLaterVersion(
    '0998_merged_late',
    'create table merged_late (id int);',
    1000,
  );
  await expect(migrateDatabase(url, folder)).rejects.toThrow(/lacks 1 migration/);
});

test('a failing migration leaves nothing behind and does not block the next start', async () => {
  const url = await createEmptyDatabase();
  const broken = await makeLaterVersion(
    '0997_broken',
    'create table half (id int);--> statement-breakpoint\nselect nonsense;',
  );
  await expect(migrateDatabase(url, broken)).rejects.toThrow('select nonsense');
  await migrateDatabase(url, migrationsFolder);
  expect(await sql(url, `select to_regclass('half') as found`)).toEqual([{ found: null }]);
});

test('an unreachable database is one line with host and port and without the password', async () => {
  const attempt = migrateDatabase('postgres://someone:hunter2@127.0.0.1:1/x', migrationsFolder);
  await expect(attempt).rejects.toThrow(
    'cannot use the database at 127.0.0.1:1: nothing listens there (DATABASE_URL)',
  );
});
