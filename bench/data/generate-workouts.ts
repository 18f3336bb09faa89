import pg from 'pg';

interface GeneratedSize {
  readonly members: number;
  readonly workoutsEach: number;
  /**
   * One of this many members has all sets of all workouts. The others have workouts without sets.
   */
  readonly setsOfEvery: number;
}

/** Returns SQL for the id of the member with a number, the same id as `nameMember` makes. */
const memberSql = (number: string) => `md5('member ' || ${number})::uuid`;

/**
 * Inserts a workout every 40 hours and a bit, the last one an hour ago. 100 of them are a little
 * over five months.
 */
const insertRound = `
  insert into workouts
    (workout_uuid, sub, workout_type_id, machine_id, gym_id, started_at, ended_at, max_hg, tfo_hg,
     set_count, rep_count, top_load_hg, top_reps, one_rep_max_hg, one_rep_max_reps,
     is_max_best, is_tfo_best, is_one_rep_max_best, gym_day)
  select gen_random_uuid(), ${memberSql('member')}, (member + $1) % 16 + 1, member % 32 + 1,
    member % 2 + 1, at, at + interval '9 minutes', load, load * 30, 3, 30, load, 10,
    load * 4 / 3, 10, $1 % 9 = 0, $1 % 7 = 0, false,
    (at at time zone 'Asia/Tokyo')::date
  from generate_series(1, $2::int) member,
    lateral (select 200 + (member * 7 + $1 * 5) % 400 as load,
      now() - ($3::int - $1) * interval '40 hours' - (member % 3600 + 3600) * interval '1 second' as at)`;

const insertSets = `
  insert into workout_sets (workout_id, position, load_hg, rep_loads_hg, rep_ms)
  select id, position, top_load_hg, array_fill(top_load_hg, array[10]), array_fill(2500, array[10])
  from workouts, generate_series(0, 2) position
  where sub in (select ${memberSql('n')} from generate_series($1::int, $2::int, $1::int) n)`;

const insertBests = `
  insert into workout_bests
    (sub, workout_type_id, workout_count, max_hg, max_workout_id, max_at, tfo_hg, tfo_workout_id,
     tfo_at, one_rep_max_hg, one_rep_max_reps, one_rep_max_workout_id, one_rep_max_at,
     last_workout_id, last_at)
  select sub, workout_type_id, count(*), max(max_hg), max(id), max(started_at), max(tfo_hg),
    max(id), max(started_at), max(one_rep_max_hg), 10, max(id), max(started_at), max(id),
    max(started_at)
  from workouts group by 1, 2`;

/**
 * Fills an empty database like months of use: workouts are in the order of time, so those of one
 * member lie far apart, which is the most expensive case for readers. One transaction empties the
 * tables first, because PostgreSQL then writes no log.
 */
export async function generateWorkouts(
  adminUrl: string,
  { members, workoutsEach, setsOfEvery }: GeneratedSize,
  report: (progress: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`set work_mem = '512MB'; set maintenance_work_mem = '1GB'`);
    await client.query('begin');
    await client.query('truncate workouts, workout_sets, workout_bests');
    for (let round = 1; round <= workoutsEach; round += 1) {
      await client.query(insertRound, [round, members, workoutsEach]);
      if (round % 10 === 0) report(`${round * members} of ${members * workoutsEach} workouts`);
    }
    report('sets and bests');
    await client.query(insertSets, [setsOfEvery, members]);
    await client.query(insertBests);
    await client.query('commit');
    report('vacuum');
    for (const table of ['workouts', 'workout_sets', 'workout_bests']) {
      await client.query(`vacuum (analyze) ${table}`);
    }
    // Dirty pages must not be written out while the reads are measured.
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}
