import pg from 'pg';

interface GeneratedBoards {
  /** Boards on which each of the members has an entry. */
  readonly boards: readonly number[];
  readonly workoutTypeId: number;
  readonly members: number;
  /** One of this many members has a profile and a workout, so that it can be ranked again. */
  readonly ofEvery: number;
}

/** Returns SQL for the id of the member with a number, the same id as `nameMember` makes. */
const memberSql = (number: string) => `md5('member ' || ${number})::uuid`;

/** Values start at 20 kg and are rare at the top: the distribution of a gym, only wider. */
const insertEntries = `
  insert into ranking_entries (board, sub, value, achieved_on, nickname)
  select board, ${memberSql('n')}, 200 + (power(random(), 3) * 150000)::int,
    current_date - n % 20, 'メンバー' || n
  from generate_series(1, $1::int) n, unnest($2::bigint[]) board`;

const insertProfiles = `
  insert into user_infos (sub, nickname, created_at, updated_at)
  select ${memberSql('n')}, 'メンバー' || n, now(), now()
  from generate_series($1::int, $2::int, $1::int) n on conflict do nothing`;

const insertWorkouts = `
  insert into workouts
    (workout_uuid, sub, workout_type_id, machine_id, gym_id, started_at, ended_at, max_hg, tfo_hg,
     set_count, rep_count, top_load_hg, top_reps, is_max_best, is_tfo_best, is_one_rep_max_best)
  select gen_random_uuid(), ${memberSql('n')}, $3, 1, 1, now() - interval '1 hour', now(), 200, 200,
    1, 1, 200, 1, false, false, false
  from generate_series($1::int, $2::int, $1::int) n`;

const insertCounts = `
  insert into ranking_counts (board, level, bucket, entries)
  select board, level, value >> shift, count(*) from ranking_entries,
    (values (0, 12), (1, 6), (2, 0)) as l (level, shift) group by 1, 2, 3`;

/**
 * Fills empty rankings. Indexes and counts are made at the end from all rows, by the same
 * definitions. The triggers, which would work row by row, are disabled in the meantime.
 */
export async function generateRanking(
  adminUrl: string,
  sizes: readonly GeneratedBoards[],
  report: (progress: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`set work_mem = '512MB'; set maintenance_work_mem = '1GB'`);
    await client.query('begin');
    await client.query('truncate ranking_entries, ranking_counts');
    await client.query('alter table ranking_entries disable trigger user');
    const restoreIndexes = await dropIndexes(client);
    for (const { boards, members, ofEvery, workoutTypeId } of sizes) {
      report(`${members} members`);
      await client.query(insertEntries, [members, boards]);
      await client.query(insertProfiles, [ofEvery, members]);
      await client.query(insertWorkouts, [ofEvery, members, workoutTypeId]);
    }
    report('indexes and counts');
    await restoreIndexes();
    await client.query(insertCounts);
    await client.query('alter table ranking_entries enable trigger user');
    await client.query('commit');
    for (const table of ['ranking_entries', 'ranking_counts', 'user_infos', 'workouts']) {
      await client.query(`vacuum (analyze) ${table}`);
    }
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

async function dropIndexes(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string; primary: boolean }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition,
       i.indisprimary as primary
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = 'ranking_entries'::regclass`,
  );
  for (const { name, primary } of rows) {
    await client.query(
      primary ? `alter table ranking_entries drop constraint "${name}"` : `drop index "${name}"`,
    );
  }
  return async () => {
    for (const { name, definition, primary } of rows) {
      await client.query(definition);
      if (!primary) continue;
      await client.query(
        `alter table ranking_entries add constraint "${name}" primary key using index "${name}"`,
      );
    }
  };
}
