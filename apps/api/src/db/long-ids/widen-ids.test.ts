import { randomUUID } from 'node:crypto';
import { createRandom } from '@tanren/demo/random';
import { expect, onTestFinished, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { trainingReservations } from '#db/schema/booking.ts';
import { workouts } from '#db/schema/workouts.ts';
import {
  findLostWrites,
  insertManyWorkouts,
  narrowIds,
  startBusyWorkouts,
} from '#test/support/database/busy-workouts.ts';
import { createTestDatabase, sql } from '#test/support/database.ts';
import { findWrongOffsetDays, listStrengths } from '#test/support/workouts/derived-numbers.ts';
import { openStorm, stormStart } from '#test/support/workouts/workout-storm.ts';
import { widenIds } from './widen-ids.ts';

const fresh = await createTestDatabase();
const [copied, stored] = [await createTestDatabase(), await createTestDatabase()];
const widen = async (url: string, report: (line: string) => void = () => {}) =>
  await widenIds(url, 'DATABASE_URL', report);

/** Lists columns, indexes, constraints, triggers, sequences and rights of all tables. */
async function describeSchema(url: string) {
  return await sql(
    url,
    `with things as (select oid, relname, relkind, relacl, reloptions, relowner from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'S'))
     select relname || ' ' || row_number() over (partition by attrelid order by attnum) as name,
       concat_ws(' ', attname, format_type(atttypid, null), attnotnull, attidentity) as text
     from things join pg_attribute on attrelid = oid and attnum > 0 and not attisdropped
     where relkind = 'r'
     union all select indexname, indexdef from pg_indexes where schemaname = 'public'
     union all select conrelid::regclass || ' ' || conname,
       pg_get_constraintdef(oid) from pg_constraint
     where connamespace = 'public'::regnamespace and contype <> 'n'
     union all select tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     union all select relname, concat_ws(' ', relacl, reloptions, relowner) from things
     union all select sequencename, concat_ws(' ', data_type, max_value, cycle) from pg_sequences
     where schemaname = 'public'
     union all select nspname, 'schema' from pg_namespace where nspname like 'long_ids%'
     order by 1, 2`,
  );
}

test('copies, swaps and continues after an interruption, and no change of a writer is lost', async () => {
  const { url, programUrl } = copied;
  await narrowIds(url);
  expect(await describeSchema(url)).not.toEqual(await describeSchema(fresh.url));
  await sql(url, `insert into gyms (id, name) values (1, '渋谷')`);
  await insertManyWorkouts(url, 3000, 2);
  await sql(url, 'delete from workout_sets where workout_id = 7');
  const count = async (table: string) => (await sql(url, `select count(*)::int from ${table}`))[0];
  const sums = `select count(*)::int as rows, sum(hashtext(w::text))::float8 as sum from`;
  const before = await sql(url, `${sums} workout_sets w where workout_id <= 3000`);
  const busy = startBusyWorkouts(programUrl);
  const steps: string[] = [];
  const interrupted = widen(url, (line) => {
    steps.push(line);
    if (line.startsWith('workout_bests: copying')) throw new Error('the power is out');
  });
  await expect(interrupted).rejects.toThrow('the power is out');
  await sql(url, 'delete from workouts where id = 8');
  const tables = await widen(url, (line) => steps.push(line));
  const result = await busy.stop();

  expect(tables).toBe(12);
  expect(steps.filter((line) => /workouts: [1-9]\d* rows copied/.test(line))).toHaveLength(1);
  expect(await describeSchema(url)).toEqual(await describeSchema(fresh.url));
  expect(await findLostWrites(url, result)).toEqual([]);
  expect(result.left.size).toBeGreaterThan(20);
  expect(await sql(url, 'select id from workouts where id in (7, 8)')).toEqual([{ id: 7 }]);
  const after = await sql<{ rows: number }>(url, `${sums} workout_sets w where workout_id <= 3000`);
  expect(before[0]).toMatchObject({ rows: 5998 });
  expect(after[0]?.rows).toBe(5996);
  expect(await count('workouts')).toEqual({ count: 2999 + result.left.size });
  // A foreign key that was not checked would be marked.
  expect(await sql(url, 'select from pg_constraint where not convalidated')).toEqual([]);
  expect(await widen(url)).toBe(0);
});

test('the program stores and reads workouts before, during and after, with the same connections', async () => {
  const { url, programUrl } = stored;
  await narrowIds(url);
  const db = openDatabase(programUrl);
  onTestFinished(() => closeDatabase(db));
  const random = createRandom(55);
  const { addMember, store } = await openStorm(db);
  const members = [await addMember(random, 0), await addMember(random, 1)];
  let rounds = 0;
  const storeOnce = async () => {
    rounds += 1;
    await store(random, members, new Date(stormStart.getTime() + rounds * 12 * 60 * 60 * 1000));
  };
  for (let round = 0; round < 10; round += 1) await storeOnce();
  const done = new AbortController();
  const widening = widen(url).finally(() => done.abort());
  while (!done.signal.aborted) await storeOnce();
  expect(await widening).toBe(12);
  await sql(url, `select setval('workouts_id_seq', 5000000000)`);
  for (let round = 0; round < 10; round += 1) await storeOnce();

  const ids = (await db.select({ id: workouts.id }).from(workouts)).map(({ id }) => id);
  expect(Math.max(...ids)).toBeGreaterThan(5_000_000_000);
  expect(await findWrongOffsetDays(db)).toEqual([]);
  const strengths = await listStrengths(db);
  expect(strengths.length).toBeGreaterThan(2);
});

test('a new database has ids of 64 bits from the start', async () => {
  await sql(fresh.url, `select setval('training_reservations_id_seq', 4294967296)`);
  const { db } = fresh;
  const at = new Date('2026-05-01T00:00:00Z');
  const times = {
    gymDay: '2026-05-01',
    startsAt: at,
    endsAt: new Date(at.getTime() + 1),
    createdAt: at,
  };
  await sql(fresh.url, `insert into gyms (id, name) values (1, '渋谷')`);
  const [made] = await db
    .insert(trainingReservations)
    .values({ gymId: 1, seat: 1, sub: randomUUID(), ...times })
    .returning({ id: trainingReservations.id });
  expect(made).toEqual({ id: 4_294_967_297 });
});
