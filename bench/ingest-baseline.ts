import pg from 'pg';

/** PostgreSQL alone with the rows that ingest stored, in batches of the size it used. */
interface Baseline {
  readonly ms: number;
  readonly workouts: number;
  readonly batchSize: number;
}

type Row = Readonly<Record<string, unknown>>;

/** How many transactions stored the workouts tells how large the batches were. */
async function readBatchSize(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ workouts: number; batches: number }>(
    'select count(*)::int as workouts, count(distinct xmin::text)::int as batches from workouts',
  );
  const [found] = rows;
  return found === undefined ? 1 : Math.max(1, Math.round(found.workouts / found.batches));
}

const workoutColumns: readonly (readonly [string, string])[] = [
  ['id', 'int'],
  ['workout_uuid', 'uuid'],
  ['sub', 'uuid'],
  ['workout_type_id', 'smallint'],
  ['machine_id', 'int'],
  ['gym_id', 'int'],
  ['started_at', 'timestamptz'],
  ['ended_at', 'timestamptz'],
  ['gym_day', 'date'],
  ['max_hg', 'int'],
  ['tfo_hg', 'int'],
  ['set_count', 'smallint'],
  ['rep_count', 'smallint'],
  ['top_load_hg', 'int'],
  ['top_reps', 'smallint'],
  ['one_rep_max_hg', 'int'],
  ['one_rep_max_reps', 'smallint'],
  ['is_max_best', 'boolean'],
  ['is_tfo_best', 'boolean'],
  ['is_one_rep_max_best', 'boolean'],
];

const setColumns: readonly (readonly [string, string])[] = [
  ['workout_id', 'int'],
  ['position', 'smallint'],
  ['load_hg', 'int'],
  ['rep_loads_hg', 'text'],
  ['rep_ms', 'text'],
];

function insertStatement(table: string, columns: readonly (readonly [string, string])[]): string {
  const names = columns.map(([name]) => name);
  const values = columns.map(([, type], n) => `$${n + 1}::${type}[]`);
  const cells = names.map((name) =>
    name.startsWith('rep_') && table.endsWith('sets') ? `v.${name}::int[]` : `v.${name}`,
  );
  return `insert into ${table} (${names.join(', ')}) overriding system value
    select ${cells.join(', ')} from unnest(${values.join(', ')}) v (${names.join(', ')})`;
}

const toColumns = (rows: readonly Row[], columns: readonly (readonly [string, string])[]) =>
  columns.map(([name]) => rows.map((row) => row[name]));

/** Tables of the same shape, with the same indexes and the same reference. */
const copies = `
  create table bare_workouts (like workouts including all);
  create table bare_sets (like workout_sets including all);
  alter table bare_sets add foreign key (workout_id) references bare_workouts (id);
  create table bare_bests (like workout_bests including all);
  insert into bare_bests select * from workout_bests;
  checkpoint;`;

/** The member's row of bests is one of the rows a workout writes. */
const touchBests = `update bare_bests b set workout_count = b.workout_count + 1, last_at = n.at
  from unnest($1::uuid[], $2::timestamptz[]) n (sub, at) where b.sub = n.sub`;

export async function measureBaseline(url: string, lanes: number): Promise<Baseline> {
  const clients = Array.from({ length: lanes }, () => new pg.Client({ connectionString: url }));
  try {
    for (const client of clients) await client.connect();
    const [first] = clients;
    if (first === undefined) throw new Error('no lane');
    const batchSize = await readBatchSize(first);
    const { rows: workouts } = await first.query<Row>('select * from workouts order by id');
    const { rows: sets } = await first.query<Row>(
      `select workout_id, position, load_hg, rep_loads_hg::text, rep_ms::text
       from workout_sets order by workout_id, position`,
    );
    const setsOf = groupByWorkout(sets);
    await first.query(copies);
    const batches: Row[][] = [];
    for (let at = 0; at < workouts.length; at += batchSize) {
      batches.push(workouts.slice(at, at + batchSize));
    }
    const startedAt = performance.now();
    await Promise.all(
      clients.map(async (client) => {
        for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
          await insertBatch(client, batch, (id) => setsOf.get(id) ?? []);
        }
      }),
    );
    return { ms: performance.now() - startedAt, workouts: workouts.length, batchSize };
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

function groupByWorkout(sets: readonly Row[]): ReadonlyMap<unknown, Row[]> {
  const groups = new Map<unknown, Row[]>();
  for (const set of sets) {
    const group = groups.get(set['workout_id']);
    if (group === undefined) groups.set(set['workout_id'], [set]);
    else group.push(set);
  }
  return groups;
}

async function insertBatch(
  client: pg.Client,
  batch: readonly Row[],
  setsOf: (id: unknown) => Row[],
) {
  const bests = new Map(batch.map((row) => [String(row['sub']), row['started_at']]));
  const inOrder = [...bests].toSorted(([a], [b]) => (a < b ? -1 : 1));
  await client.query('begin');
  await client.query(
    insertStatement('bare_workouts', workoutColumns),
    toColumns(batch, workoutColumns),
  );
  await client.query(
    insertStatement('bare_sets', setColumns),
    toColumns(
      batch.flatMap((row) => setsOf(row['id'])),
      setColumns,
    ),
  );
  await client.query(touchBests, [inOrder.map(([sub]) => sub), inOrder.map(([, at]) => at)]);
  await client.query('commit');
}
