import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { StartupError } from '#config/startup-error.ts';
import { migrationsFolder } from '#config/paths.ts';
import { closeDatabase, openDatabase } from '#db/database.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  replaceDatabase,
  sql,
  waitUntilBlocked,
} from '#test/support/database.ts';
import { storeWorkout } from '#test/support/workouts/workouts.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { migrateDatabase } from './migrate.ts';

const scratch = await mkdtemp(path.join(tmpdir(), 'tanren-migrate-'));
const clone = await createTestDatabase();
/** Migrated databases, one for each test that changes its migrations. */
const [newer, lacking, broken] = [
  await createTestDatabase(),
  await createTestDatabase(),
  await createTestDatabase(),
];
afterAll(() => rm(scratch, { recursive: true, force: true }));

interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
}

/** Copies the program's migrations and adds one, like a later version would have it. */
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

test('migrates a clone of the template, with bigrams of Japanese text and exclusion constraints', async () => {
  const [row] = await sql<{ grams: string[] }>(clone.url, `select search_grams('背中') as grams`);
  expect(row?.grams.toSorted()).toEqual(['背', '中', '背中'].toSorted());
  await sql(
    clone.url,
    'create table t (m int, d tstzrange, exclude using gist (m with =, d with &&))',
  );
});

test('raises estimates that were stored below the lifted load, with flags and bests', async () => {
  const sub = randomUUID();
  const lift = async (day: number, ...sets: [number, number][]) =>
    await storeWorkout(clone.db, sub, { startedAt: new Date(Date.UTC(2025, 6, day)), sets });
  await lift(1, [400, 10]);
  await lift(2, [420, 11]);
  await lift(3, [250, 10], [560, 15]);
  await lift(4, [410, 10]);
  const state = async () => [
    await sql(clone.url, `select * from workouts where sub = '${sub}' order by id`),
    await sql(clone.url, `select * from workout_bests where sub = '${sub}'`),
  ];
  const stored = await state();
  // These are the values before the migration: the third workout had 33.3 kg, and the fourth was
  // the best.
  await sql(
    clone.url,
    `update workouts set one_rep_max_hg = 333, one_rep_max_reps = 10,
      is_one_rep_max_best = false where sub = '${sub}' and max_hg = 560;
    update workouts set is_one_rep_max_best = true where sub = '${sub}' and max_hg = 410;
    update workout_bests b set one_rep_max_hg = 547, one_rep_max_reps = 10,
      one_rep_max_workout_id = w.id, one_rep_max_at = w.started_at
    from workouts w where b.sub = '${sub}' and w.sub = b.sub and w.max_hg = 410`,
  );
  expect(await state()).not.toEqual(stored);
  const repair = path.join(migrationsFolder, '0025_one_rep_max_at_least_lifted.sql');
  await sql(clone.url, await readFile(repair, 'utf8'));
  expect(await state()).toEqual(stored);
});

test('keeps the date of workouts stored before gym days existed, and the previous release can still store', async () => {
  const sub = randomUUID();
  const nightly = { startedAt: new Date('2025-08-15T15:30:00Z'), sets: [[400, 10]] as const };
  await storeWorkout(clone.db, sub, {
    startedAt: new Date('2025-08-15T14:30:00Z'),
    sets: [[400, 5]],
  });
  await storeWorkout(clone.db, sub, nightly);
  await sql(
    clone.url,
    'drop function date_as_gym_day cascade; alter table workouts drop column gym_day',
  );
  await sql(clone.url, await readFile(path.join(migrationsFolder, '0029_gym_days.sql'), 'utf8'));
  const readDays = async () =>
    await sql(clone.url, `select gym_day::text from workouts where sub = '${sub}' order by id`);
  const dates = [{ gym_day: '2025-08-15' }, { gym_day: '2025-08-16' }];
  expect(await readDays()).toEqual(dates);
  await sql(
    clone.url,
    `insert into workouts (workout_uuid, sub, workout_type_id, machine_id, gym_id, started_at, ended_at,
      max_hg, tfo_hg, set_count, rep_count, top_load_hg, top_reps, is_max_best, is_tfo_best, is_one_rep_max_best)
    select gen_random_uuid(), sub, 1, 1, 1, started_at, ended_at, 1, 1, 1, 1, 1, 1, false, false, false
    from workouts where sub = '${sub}' order by id`,
  );
  expect(await readDays()).toEqual([...dates, ...dates]);
  const night = await storeWorkout(clone.db, sub, { ...nightly, gymDay: '2025-08-15' });
  expect(night.gymDay).toBe('2025-08-15');
});

test('applies every migration once when twelve nodes start on one empty database', async () => {
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

test('asks a role without ownership to migrate, and rejects a program that is older than the schema unless allowed', async () => {
  const { url } = newer;
  const later = await makeLaterVersion('0999_later', 'create table later (id int);');
  const program = replaceDatabase(inject('programUrl'), new URL(url).pathname.slice(1));
  const behind = migrateDatabase(program, later);
  await expect(behind).rejects.toThrow(StartupError);
  await expect(behind).rejects.toThrow(
    /^the database is 1 migration\(s\) behind this program \(\d+\.\d+\.\d+\), [^\n]+ run "npm run migrate" [^\n]+\nPostgreSQL says: permission denied [^\n]+$/,
  );
  expect(await migrateDatabase(url, later)).toEqual({ applied: 1, unknown: 0 });
  const attempt = migrateDatabase(url, migrationsFolder);
  await expect(attempt).rejects.toThrow(StartupError);
  await expect(attempt).rejects.toThrow(
    /^the database is newer than this program \(\d+\.\d+\.\d+\): [^\n]*DATABASE_ALLOW_NEWER=yes[^\n]*$/,
  );
  expect(await sql(url, 'select * from later')).toEqual([]);

  // The previous release works on the newer schema if the operator allows it. A release of another
  // branch does not.
  const allowNewer = { allowNewer: true };
  expect(await migrateDatabase(url, migrationsFolder, null, allowNewer)).toEqual({
    applied: 0,
    unknown: 1,
  });
  const other = await makeLaterVersion('0998_parted', 'create table parted (id int);', 9e12);
  await expect(migrateDatabase(url, other, null, allowNewer)).rejects.toThrow(/lacks 1 migration/);
});

test('rejects a migration that would be skipped because it is older than the newest one', async () => {
  const { url } = lacking;
  const folder = await makeLaterVersion(
    '0996_merged_late',
    'create table merged_late (id int);',
    1000,
  );
  await expect(migrateDatabase(url, folder)).rejects.toThrow(/lacks 1 migration/);
});

test('leaves nothing behind after a failed migration, and the next start works', async () => {
  const { url } = broken;
  const folder = await makeLaterVersion(
    '0997_broken',
    'create table half (id int);--> statement-breakpoint\nselect nonsense;',
  );
  await expect(migrateDatabase(url, folder)).rejects.toThrow('nonsense');
  await migrateDatabase(url, migrationsFolder);
  expect(await sql(url, `select to_regclass('half') as found`)).toEqual([{ found: null }]);
});

test('lets calls through while a migration waits for a table that a long transaction reads', async () => {
  const url = await createEmptyDatabase();
  await migrateDatabase(url, migrationsFolder);
  const db = openDatabase(url);
  onTestFinished(() => closeDatabase(db));
  const later = await makeLaterVersion('0995_column', 'alter table gyms add column later int;');
  const reader = await db.$client.connect();
  await reader.query('begin; select count(*) from gyms');
  const migrating = migrateDatabase(url, later);
  await waitUntilBlocked(db);
  // It waits behind the migration, which gives up its place while the reader is still there.
  await db.execute('select count(*) from gyms');
  await reader.query('commit');
  reader.release();
  expect(await migrating).toEqual({ applied: 1, unknown: 0 });
});

test('creates an index beside an open transaction and other nodes that start', async () => {
  const url = await createEmptyDatabase();
  await migrateDatabase(url, migrationsFolder);
  const db = openDatabase(url);
  onTestFinished(() => closeDatabase(db));
  const later = await makeLaterVersion(
    '0994_index',
    'create index concurrently gyms_later on gyms (id);',
  );
  const writer = await db.$client.connect();
  await writer.query('begin; lock table gyms in row exclusive mode');
  const migrating = Promise.all([migrateDatabase(url, later), migrateDatabase(url, later)]);
  await waitUntilBlocked(db);
  await db.transaction(async (tx) => {
    await tx.execute('lock table gyms in row exclusive mode nowait');
  });
  await writer.query('commit');
  writer.release();
  const results = await migrating;
  expect(results.map(({ applied }) => applied).toSorted((a, b) => a - b)).toEqual([0, 1]);
});

test('lets a current node start while ids are widened, and rejects a migration beside unfinished copies', async () => {
  const url = await createEmptyDatabase();
  await migrateDatabase(url, migrationsFolder);
  const db = openDatabase(url);
  onTestFinished(() => closeDatabase(db));
  const widening = await db.$client.connect();
  await widening.query('create schema long_ids_copies');
  await widening.query('select pg_advisory_lock($1)', [advisoryLocks.migrations]);
  expect(await migrateDatabase(url, migrationsFolder)).toEqual({ applied: 0, unknown: 0 });
  await widening.query('select pg_advisory_unlock($1)', [advisoryLocks.migrations]);
  widening.release();
  const later = await makeLaterVersion('0993_column', 'alter table gyms add column later int;');
  await expect(migrateDatabase(url, later)).rejects.toThrow(/unfinished "npm run widen-ids"/);
  await sql(url, 'drop schema long_ids_copies cascade');
  expect(await migrateDatabase(url, later)).toEqual({ applied: 1, unknown: 0 });
});

test('reports an unreachable database in one line, with its address and without the password', async () => {
  const attempt = migrateDatabase('postgres://someone:hunter2@127.0.0.1:1/x', migrationsFolder);
  await expect(attempt).rejects.toThrow(
    'cannot use the database at 127.0.0.1:1: nothing listens there (DATABASE_URL)',
  );
  const socket = migrateDatabase('postgres://u:hunter2@x/x?host=/nowhere', migrationsFolder);
  await expect(socket).rejects.toThrow(
    'cannot use the database at /nowhere: there is no socket (DATABASE_URL)',
  );
});
