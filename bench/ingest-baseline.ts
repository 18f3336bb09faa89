import {
  selectBest,
  listCandidates,
  type RankedMember,
  type RankingCandidate,
} from '@tanren/api/src/modules/workouts/ranking/ranking-candidates.ts';
import { workouts } from '@tanren/api/src/db/schema/workouts.ts';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { makeRecords } from '@tanren/domain/workouts/rankings';
import pg from 'pg';

/** Result of PostgreSQL alone with the rows that ingest stored, in batches of the same size. */
interface Baseline {
  readonly ms: number;
  readonly batchSize: number;
}

type Row = Readonly<Record<string, unknown>>;

interface WorkoutRow extends Row {
  readonly id: number;
  readonly sub: string;
  readonly workout_type_id: number;
  readonly gym_id: number;
  readonly started_at: Date;
}

/** Returns the size of the batches, from the number of transactions that stored the workouts. */
async function readBatchSize(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ workouts: number; batches: number }>(
    'select count(*)::int as workouts, count(distinct xmin::text)::int as batches from workouts',
  );
  const [found] = rows;
  return found === undefined ? 1 : Math.max(1, Math.round(found.workouts / found.batches));
}

type Columns = readonly (readonly [name: string, type: string])[];

const workoutColumns: Columns = [
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
  ['strength_mean', 'real'],
  ['strength_sd', 'real'],
  ['planned_chance', 'real'],
  ['machine_offset', 'real'],
  ['offset_precision', 'int'],
  ['offset_weighted', 'int'],
  ['last_machine_id', 'int'],
  ['last_offset_weighted', 'int'],
];

const setColumns: Columns = [
  ['workout_id', 'int'],
  ['position', 'smallint'],
  ['load_hg', 'int'],
  ['rep_loads_hg', 'text'],
  ['rep_ms', 'text'],
];

const bestColumns: Columns = [
  ['sub', 'uuid'],
  ['workout_type_id', 'smallint'],
  ['workout_count', 'int'],
  ['max_hg', 'int'],
  ['max_workout_id', 'int'],
  ['max_at', 'timestamptz'],
  ['tfo_hg', 'int'],
  ['tfo_workout_id', 'int'],
  ['tfo_at', 'timestamptz'],
  ['one_rep_max_hg', 'int'],
  ['one_rep_max_reps', 'smallint'],
  ['one_rep_max_workout_id', 'int'],
  ['one_rep_max_at', 'timestamptz'],
  ['last_workout_id', 'int'],
  ['last_at', 'timestamptz'],
];

const stateColumns: Columns = [
  ['sub', 'uuid'],
  ['workout_type_id', 'smallint'],
  ['mean', 'real'],
  ['sd', 'real'],
  ['at', 'timestamptz'],
  ['workout_id', 'int'],
  ['machine_id', 'int'],
  ['machine_offset', 'real'],
];

const entryColumns: Columns = [
  ['board', 'bigint'],
  ['sub', 'uuid'],
  ['value', 'int'],
  ['achieved_on', 'date'],
  ['nickname', 'text'],
];

function writeInsert(table: string, columns: Columns, key: string | null = null): string {
  const names = columns.map(([name]) => name);
  const values = columns.map(([, type], n) => `$${n + 1}::${type}[]`);
  const cells = names.map((name) =>
    name.startsWith('rep_') && table.endsWith('sets') ? `v.${name}::int[]` : `v.${name}`,
  );
  const others = names.filter((name) => key !== null && !key.includes(name));
  const replace = others.map((name) => `${name} = excluded.${name}`).join(', ');
  return `insert into ${table} (${names.join(', ')}) overriding system value
    select ${cells.join(', ')} from unnest(${values.join(', ')}) v (${names.join(', ')})
    ${key === null ? '' : `on conflict (${key}) do update set ${replace}`}`;
}

const inserts = {
  workouts: writeInsert('workouts', workoutColumns),
  sets: writeInsert('workout_sets', setColumns),
  bests: writeInsert('workout_bests', bestColumns, 'sub, workout_type_id'),
  states: writeInsert('strength_states', stateColumns, 'sub, workout_type_id'),
  entries: writeInsert('ranking_entries', entryColumns, 'board, sub'),
};

const toColumns = (rows: readonly Row[], columns: Columns) =>
  columns.map(([name]) => rows.map((row) => row[name]));

/** Rows that one transaction writes, one array per column. */
type Batch = Readonly<Record<keyof typeof inserts, unknown[][]>>;

/** Empties the tables and fills them again. The measurement starts with the batch at `since`. */
export async function measureBaseline(url: string, since: Date): Promise<Baseline> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const batchSize = await readBatchSize(client);
    const batches = await readBatches(client, batchSize, since);
    await client.query(
      `truncate workouts, workout_sets, workout_bests, strength_states, machine_offset_days,
        ranking_entries, ranking_counts`,
    );
    await client.query('checkpoint');
    for (const batch of batches.before) await insertBatch(client, batch);
    const startedAt = performance.now();
    for (const batch of batches.timed) await insertBatch(client, batch);
    return { ms: performance.now() - startedAt, batchSize };
  } finally {
    await client.end();
  }
}

async function insertBatch(client: pg.Client, batch: Batch): Promise<void> {
  const insert = async (name: keyof Batch) =>
    await client.query({ name, text: inserts[name], values: batch[name] });
  await client.query('begin');
  await insert('workouts');
  await insert('sets');
  await insert('bests');
  await insert('states');
  if (batch.entries[0]?.length !== 0) await insert('entries');
  await client.query('commit');
}

async function readBatches(client: pg.Client, size: number, since: Date) {
  const { rows: stored } = await client.query<WorkoutRow>('select * from workouts order by id');
  const { rows: sets } = await client.query<Row>(
    `select workout_id, position, load_hg, rep_loads_hg::text, rep_ms::text
     from workout_sets order by workout_id, position`,
  );
  const { rows: bests } = await client.query<Row>('select * from workout_bests');
  const { rows: states } = await client.query<Row>('select * from strength_states');
  const { rows: members } = await client.query<RankedMember>(
    `select sub, nickname, weight::float8 as weight, birth_date::text as "birthDate", sex
     from user_infos`,
  );
  const setsOf = new Map<unknown, Row[]>(stored.map(({ id }) => [id, []]));
  for (const set of sets) setsOf.get(set['workout_id'])?.push(set);
  const bestsOf = new Map(bests.map((row) => [row['sub'], row]));
  const statesOf = new Map(states.map((row) => [row['sub'], row]));
  const listEntries = makeRanking(new Map(members.map((member) => [member.sub, member])));
  const toBatches = (rows: readonly WorkoutRow[]) =>
    Array.from({ length: Math.ceil(rows.length / size) }, (_, n): Batch => {
      const batch = rows.slice(n * size, (n + 1) * size);
      const subs = [...new Set(batch.map(({ sub }) => sub))].toSorted();
      return {
        workouts: toColumns(batch, workoutColumns),
        sets: toColumns(
          batch.flatMap(({ id }) => setsOf.get(id) ?? []),
          setColumns,
        ),
        bests: toColumns(
          subs.map((sub) => bestsOf.get(sub) ?? {}),
          bestColumns,
        ),
        states: toColumns(
          subs.map((sub) => statesOf.get(sub)).filter((state) => state !== undefined),
          stateColumns,
        ),
        entries: toColumns(listEntries(batch), entryColumns),
      };
    });
  return {
    before: toBatches(stored.filter((row) => row.started_at < since)),
    timed: toBatches(stored.filter((row) => row.started_at >= since)),
  };
}

/**
 * Returns the ranking entries that each batch writes, in order: those that are better than before.
 */
function makeRanking(members: ReadonlyMap<string, RankedMember>) {
  const known = new Map<string, number>();
  const today = toGymDay(new Date());
  const isBetter = ({ board, sub, value }: RankingCandidate) => {
    const key = `${board} ${sub}`;
    if (value <= (known.get(key) ?? 0)) return false;
    known.set(key, value);
    return true;
  };
  return (batch: readonly WorkoutRow[]): Row[] => {
    const candidates = batch.flatMap((row) => {
      const member = members.get(row.sub);
      if (member === undefined) throw new Error('a member has no profile');
      const workout = {
        sub: row.sub,
        workoutTypeId: row.workout_type_id,
        gymId: row.gym_id,
        startedAt: row.started_at,
        ...makeRecords((field) => Number(row[workouts[field].name])),
      };
      // All workouts are in the first month, which has no growth.
      return [...listCandidates(workout, member, workout, today)];
    });
    return selectBest(candidates)
      .filter(isBetter)
      .map(({ achievedOn, ...entry }) => ({ ...entry, achieved_on: achievedOn }));
  };
}
