import { randomUUID } from 'node:crypto';
import { type Account, readClaims, readSharedTokens } from '#support/identity/accounts.ts';
import { type EmbeddedServer, runSql } from '#support/server/embedded-server.ts';

export interface LiftedWorkout {
  readonly workoutTypeId: number;
  readonly startedAt: Date;
  /** Sets with loads in kg. */
  readonly sets: readonly { readonly loadKg: number; readonly reps: number }[];
}

export async function readSub(account: Account): Promise<string> {
  const { IdToken } = await readSharedTokens(account);
  return readClaims(IdToken).sub;
}

/**
 * Estimates the one-rep maximum by Epley, from sets of at most twelve reps. Reliable ones (at most
 * ten) come first.
 */
function estimate(sets: LiftedWorkout['sets']) {
  const [best] = sets
    .filter(({ reps }) => reps <= 12)
    .map(({ loadKg, reps }) => ({
      reps,
      hg: Math.round(reps === 1 ? loadKg * 10 : (loadKg * 10 * (30 + reps)) / 30),
    }))
    .toSorted((a, b) => Number(a.reps > 10) - Number(b.reps > 10) || b.hg - a.hg);
  return best ?? { reps: null, hg: null };
}

function toRow(sub: string, { workoutTypeId, startedAt, sets }: LiftedWorkout) {
  const loads = sets.flatMap(({ loadKg, reps }) => Array<number>(reps).fill(loadKg * 10));
  const top = sets.toSorted((a, b) => b.loadKg - a.loadKg || b.reps - a.reps)[0];
  const { hg, reps } = estimate(sets);
  return {
    workout_uuid: randomUUID(),
    sub,
    workout_type_id: workoutTypeId,
    machine_id: 1,
    gym_id: 1,
    started_at: startedAt.toISOString(),
    ended_at: new Date(startedAt.getTime() + sets.length * 120_000).toISOString(),
    max_hg: Math.max(...loads),
    tfo_hg: loads.reduce((sum, load) => sum + load, 0),
    set_count: sets.length,
    rep_count: loads.length,
    top_load_hg: (top?.loadKg ?? 0) * 10,
    top_reps: top?.reps ?? 0,
    one_rep_max_hg: hg,
    one_rep_max_reps: reps,
    is_max_best: false,
    is_tfo_best: false,
    is_one_rep_max_best: false,
    sets: sets.map((set) => ({
      load_hg: set.loadKg * 10,
      loads: Array<number>(set.reps).fill(set.loadKg * 10),
      ms: Array.from({ length: set.reps }, (_, rep) => 1800 + rep * 50),
    })),
  };
}

const columns = Object.keys(
  toRow('', { workoutTypeId: 1, startedAt: new Date(), sets: [] }),
).filter((name) => name !== 'sets');

const insertRows = `
  with given as (select value from jsonb_array_elements($1::jsonb)),
  added as (
    insert into workouts (${columns.join(', ')})
    select ${columns.map((name) => `r.${name}`).join(', ')}
    from given, jsonb_populate_record(null::workouts, value) r
    returning id, workout_uuid)
  insert into workout_sets (workout_id, position, load_hg, rep_loads_hg, rep_ms)
  select added.id, position - 1, (s->>'load_hg')::int,
    array(select jsonb_array_elements_text(s->'loads')::int),
    array(select jsonb_array_elements_text(s->'ms')::int)
  from given join added on added.workout_uuid = (value->>'workout_uuid')::uuid,
    jsonb_array_elements(value->'sets') with ordinality sets (s, position)`;

/** Marks workouts that are better than all before. The first of a type is not marked. */
const markBests = `
  update workouts w set is_max_best = b.max, is_tfo_best = b.tfo
  from (select id,
      coalesce(max_hg > max(max_hg) over earlier, false) as max,
      coalesce(tfo_hg > max(tfo_hg) over earlier, false) as tfo
    from workouts where sub = $1
    window earlier as (partition by workout_type_id order by started_at
      rows between unbounded preceding and 1 preceding)) b
  where w.id = b.id`;

const firstBy = (column: string, order: string, filter = '') =>
  `(array_agg(${column} order by ${order} desc, started_at) ${filter})[1]`;
const firm = 'filter (where one_rep_max_reps <= 10)';

const insertBests = `
  insert into workout_bests
  select sub, workout_type_id, count(*),
    max(max_hg), ${firstBy('id', 'max_hg')}, ${firstBy('started_at', 'max_hg')},
    max(tfo_hg), ${firstBy('id', 'tfo_hg')}, ${firstBy('started_at', 'tfo_hg')},
    max(one_rep_max_hg) ${firm}, ${firstBy('one_rep_max_reps', 'one_rep_max_hg', firm)},
    ${firstBy('id', 'one_rep_max_hg', firm)}, ${firstBy('started_at', 'one_rep_max_hg', firm)},
    ${firstBy('id', 'started_at')}, max(started_at)
  from workouts where sub = $1 group by sub, workout_type_id`;

/**
 * Inserts workouts of a member as if machines had sent them long ago. May be called once per
 * member.
 */
export async function insertWorkouts(
  embedded: EmbeddedServer,
  account: Account,
  workouts: readonly LiftedWorkout[],
): Promise<void> {
  const sub = await readSub(account);
  const rows = JSON.stringify(workouts.map((workout) => toRow(sub, workout)));
  await runSql(embedded.dataDir, insertRows, [rows]);
  await runSql(embedded.dataDir, markBests, [sub]);
  await runSql(embedded.dataDir, insertBests, [sub]);
}

const hourMs = 60 * 60 * 1000;

/** Returns an instant this many hours ago. */
export function hoursAgo(hours: number): Date {
  return new Date(Date.now() - hours * hourMs);
}

/**
 * Three bouts of チェストプレス, and one of アームカール that is too long for an estimate. The times are
 * computed when they are read, because this file may have been loaded the day before.
 */
export const someWorkouts: LiftedWorkout[] = [
  {
    workoutTypeId: 1,
    get startedAt() {
      return hoursAgo(200 * 24);
    },
    sets: [{ loadKg: 40, reps: 10 }],
  },
  {
    workoutTypeId: 1,
    get startedAt() {
      return hoursAgo(20 * 24);
    },
    sets: [
      { loadKg: 50, reps: 10 },
      { loadKg: 50, reps: 8 },
    ],
  },
  {
    workoutTypeId: 6,
    get startedAt() {
      return hoursAgo(2 / 60);
    },
    sets: [{ loadKg: 10, reps: 15 }],
  },
  {
    workoutTypeId: 1,
    get startedAt() {
      return hoursAgo(1 / 60);
    },
    sets: [
      { loadKg: 50, reps: 10 },
      { loadKg: 52.5, reps: 12 },
    ],
  },
];
