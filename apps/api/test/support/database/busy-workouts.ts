import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { listLongIds } from '#db/long-ids/narrow-tables.ts';
import { sql } from '#test/support/database.ts';

/** Gives an empty database the ids of 32 bits that databases of earlier releases have. */
export async function narrowIds(url: string): Promise<void> {
  const statements = listLongIds().flatMap(({ name, columns }) =>
    columns.map((column) => `alter table ${name} alter column ${column} type integer;`),
  );
  await sql(url, statements.join(' '));
}

/** Inserts workouts of 20 types with `setsEach` sets, the newest last, without checking references. */
export async function insertManyWorkouts(url: string, count: number, setsEach: number) {
  const perRound = Math.min(count, 100_000);
  for (let from = 0; from < count; from += perRound) {
    await sql(
      url,
      `set session_replication_role = replica; set synchronous_commit = off;
       with made as (
         insert into workouts
           (workout_uuid, sub, workout_type_id, machine_id, gym_id, started_at, ended_at, gym_day,
            max_hg, tfo_hg, set_count, rep_count, top_load_hg, top_reps, is_max_best, is_tfo_best,
            is_one_rep_max_best)
         select gen_random_uuid(), md5('member ' || n % 20000)::uuid, n % 16 + 1, n % 500 + 1,
           n % 30 + 1, at, at, (at at time zone 'Asia/Tokyo')::date, 400, 4000, ${setsEach},
           ${10 * setsEach}, 400, 10, false, false, false
         from generate_series(${from + 1}, ${Math.min(from + perRound, count)}) n,
           lateral (select timestamptz '2024-01-01' + n * interval '7 seconds' as at) t
         returning id
       )
       insert into workout_sets (workout_id, position, load_hg, rep_loads_hg, rep_ms)
       select id, p, 400, array_fill(400, array[10]), array_fill(2500, array[10])
       from made, generate_series(0, ${setsEach - 1}) p`,
    );
  }
  await sql(url, 'analyze workouts; analyze workout_sets');
}

/** Fills the other tables that grow with every visit, without checking references. */
export async function insertManyVisits(url: string, count: number): Promise<void> {
  const rows = `from generate_series(1, ${count}) n,
    lateral (select timestamptz '2024-01-01' + n * interval '7 seconds' as at,
      md5('member ' || n % 20000)::uuid as sub) t`;
  await sql(
    url,
    `set session_replication_role = replica; set synchronous_commit = off;
     insert into training_session_runs (sub, title, items, started_at, ends_by, ended_at)
     select sub, '', '[]', at, at, at ${rows};
     insert into reservation_waits (gym_id, gym_day, starts_at, ends_at, sub, created_at, ended_at)
     select n % 30 + 1, at::date, at, at + interval '1 hour', sub, at, at ${rows};
     insert into training_reservations
       (gym_id, gym_day, starts_at, ends_at, place, sub, created_at, cancelled_at)
     select n % 30 + 1, at::date, at, at + interval '1 hour', 1, sub, at, at ${rows};
     insert into tanren_connections
       (id, machine_id, sub, linked_at, last_active_at, ended_at, code_step)
     select gen_random_uuid(), n % 500 + 1, sub, at, at, at, n ${rows};
     analyze training_session_runs; analyze reservation_waits; analyze training_reservations;
     analyze tanren_connections`,
  );
}

/** Statements about one visit, which every schema since `firstConcurrent` accepts. */
const visit = [
  `insert into training_session_runs (sub, title, items, started_at, ends_by, ended_at)
   values ($1, '', '[]', now(), now(), now())`,
  `insert into reservation_waits (gym_id, gym_day, starts_at, ends_at, sub, created_at, ended_at)
   values (1, current_date, now(), now(), $1, now(), now())`,
  `insert into training_reservations
     (gym_id, gym_day, starts_at, ends_at, place, sub, created_at, cancelled_at)
   values (1, current_date, now(), now() + interval '1 hour', 1, $1, now(), now())`,
  `insert into tanren_connections
     (id, machine_id, sub, linked_at, last_active_at, ended_at, code_step)
   select gen_random_uuid(), id, $1, now(), now(), now(), 1 from machines limit 1`,
  'delete from training_reservations where sub = $1',
  'delete from training_session_runs where sub = $1',
  `select id from gyms where id = 1 and $1::uuid is not null`,
];

const insertOne = `with made as (
    insert into workouts
      (workout_uuid, sub, workout_type_id, machine_id, gym_id, started_at, ended_at, gym_day, max_hg,
       tfo_hg, set_count, rep_count, top_load_hg, top_reps, is_max_best, is_tfo_best,
       is_one_rep_max_best)
    values (gen_random_uuid(), $1, 1, 1, 1, now(), now(), current_date, 400, 4000, 1, 1, 400, 1,
      false, false, false) returning id
  ), sets as (
    insert into workout_sets (workout_id, position, load_hg, rep_loads_hg, rep_ms)
    select id, 0, 400, '{400}', '{2500}' from made
  )
  select id::int8 as id from made`;

/** Reads like the list of a member's workouts and one workout with its sets. */
const reads = [
  `select * from workouts where sub = md5('member ' || $1::int % 20000)::uuid
   order by started_at desc, id desc limit 21`,
  `select * from workouts w join workout_sets s on s.workout_id = w.id where w.id = $1::int + 1`,
];

export interface BusyResult {
  /** Largest load of every workout that a writer has left, by its id. */
  readonly left: ReadonlyMap<number, number>;
  readonly statements: number;
  /** The longest that a statement took, waiting included. */
  readonly slowestMs: number;
  readonly slowest: string;
}

/** Starts writers that insert, change and delete their own workouts, and readers of all. */
export function startBusyWorkouts(url: string, { writers = 2, readers = 1, pauseMs = 5 } = {}) {
  const left = new Map<number, number>();
  const stop = new AbortController();
  let [statements, slowestMs, slowest] = [0, 0, ''];
  const connect = async (run: (query: pg.Client['query'], round: number) => Promise<void>) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const timed = (async (text: string, values: unknown[]) => {
      const startedAt = performance.now();
      const result = await client.query(text, values);
      const ms = performance.now() - startedAt;
      statements += 1;
      if (ms > slowestMs) [slowestMs, slowest] = [ms, text];
      return result;
    }) as pg.Client['query'];
    try {
      for (let round = 0; !stop.signal.aborted; round += 1) {
        await run(timed, round);
        await sleep(pauseMs);
      }
    } finally {
      await client.end();
    }
  };
  const write = async () => {
    const own: number[] = [];
    const sub = randomUUID();
    await connect(async (query, round) => {
      const { rows } = await query<{ id: number }>(insertOne, [sub]);
      const id = Number(rows[0]?.id);
      own.push(id);
      left.set(id, 400);
      const some = own[(round * 7) % own.length] ?? id;
      if (round % 3 === 0) {
        await query('delete from workouts where id = $1', [some]);
        own.splice(own.indexOf(some), 1);
        left.delete(some);
      } else {
        await query('update workouts set max_hg = $2 where id = $1', [some, 400 + round]);
        left.set(some, 400 + round);
      }
      await query(visit[round % visit.length] ?? '', [sub]);
    });
  };
  const read = async () => {
    await connect(async (query, round) => {
      await query(reads[round % reads.length] ?? '', [round * 13]);
    });
  };
  const running = Promise.all([
    ...Array.from({ length: writers }, write),
    ...Array.from({ length: readers }, read),
  ]);
  running.catch(() => undefined);
  return {
    async stop(): Promise<BusyResult> {
      stop.abort();
      await running;
      return { left, statements, slowestMs, slowest };
    },
  };
}

/** Lists the workouts that differ from what writers have left, and workouts without their set. */
export async function findLostWrites(url: string, { left }: BusyResult): Promise<unknown[]> {
  const stored = await sql<{ id: string; max: number; sets: string }>(
    url,
    `select id, max_hg as max, (select count(*) from workout_sets where workout_id = id) as sets
     from workouts where id = any($1::bigint[])`,
    [[...left.keys()]],
  );
  const wrong = stored.filter(
    ({ id, max, sets }) => left.get(Number(id)) !== max || Number(sets) < 1,
  );
  return left.size === stored.length
    ? wrong
    : [...wrong, { left: left.size, found: stored.length }];
}
