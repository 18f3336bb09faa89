import { randomUUID } from 'node:crypto';
import { PgDialect } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import { selectBestsWithRecent } from './modules/workout-loads/workout-loads.store.ts';
import { selectPoints } from './modules/workout-history/workout-history.store.ts';
import {
  queryTrainedWeeks,
  selectLastWorkouts,
  selectWorkoutsBetween,
} from './modules/training-status/training-status.store.ts';
import { selectDoneTypes } from './modules/workout-types/workout-types.store.ts';
import {
  selectLatestWorkout,
  selectNewestWorkouts,
  selectOldestWorkouts,
  selectSets,
  selectWorkout,
} from './modules/workouts/workout-reads.store.ts';
import { sql } from './testing/sql.ts';
import { createTestDatabase } from './testing/test-database.ts';

const { db, url } = await createTestDatabase();
const members = 2000;
const workoutsEach = 100;
const sub = randomUUID();
const week = new Date('2025-01-05T15:00:00Z');
/** In the middle of what each member has. */
const middle = { startedAtMicros: String(Date.parse('2024-11-01T00:00:00Z') * 1000), id: 1 };

/** As they come in: by time, so that one member's are spread over the whole table. */
await sql(
  url,
  `create temp table members as
    select '${sub}'::uuid as sub union all select gen_random_uuid() from generate_series(2, ${members});
  insert into workouts
    (workout_uuid, sub, workout_type_id, machine_id, gym_id, started_at, ended_at, max_hg, tfo_hg,
     set_count, rep_count, top_load_hg, top_reps, is_max_best, is_tfo_best, is_one_rep_max_best)
  select gen_random_uuid(), sub, n % 16 + 1, 1, 1, timestamptz '2025-01-12' - n * interval '29 hours',
    timestamptz '2025-01-12' - n * interval '29 hours', 100, 100, 1, 1, 100, 10, false, false, false
  from generate_series(${workoutsEach}, 1, -1) n, members;
  insert into workout_sets (workout_id, position, load_hg, rep_loads_hg, rep_ms)
  select id, position, 100, '{100}', '{2000}' from workouts, generate_series(0, 2) position
  where id % 20 = 0 or sub = '${sub}';
  insert into workout_bests (sub, workout_type_id, workout_count, max_hg, max_workout_id, max_at,
    tfo_hg, tfo_workout_id, tfo_at, last_workout_id, last_at)
  select sub, workout_type_id, count(*), 100, 1, now(), 100, 1, now(), 1, now()
  from workouts group by 1, 2;
  analyze workouts; analyze workout_sets; analyze workout_bests;`,
);

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];

interface Query {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/**
 * How each table is reached (a bitmap's heap by the index below it), how many rows that took, and how many of them were of no use. */
async function explain({ sql: statement, params }: Query) {
  const rows = await sql<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
    url,
    `explain (analyze, format json) ${statement}`,
    [...params],
  );
  const root = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (root === undefined) throw new Error('there is no plan');
  const scans = flatten(root).filter(
    (node) =>
      node['Node Type'].includes('Scan') &&
      !/^(CTE|WorkTable|Subquery|Bitmap Heap)/.test(node['Node Type']),
  );
  return {
    ways: [...new Set(scans.map((node) => node['Index Name'] ?? node['Node Type']))].toSorted(),
    rows: scans.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0),
    removed: scans.reduce((sum, node) => sum + (node['Rows Removed by Filter'] ?? 0), 0),
  };
}

const page = { sub, workoutTypeId: null, from: null, limit: 21 };
const newestId = (await selectLatestWorkout(db, sub))[0]?.workout.id ?? 0;

const byTime = 'workouts_of_member';
const byType = 'workouts_of_member_by_type';
const bests = 'workout_bests_sub_workout_type_id_pk';

/** Each read: by which index, and the most rows it may touch, whatever there is. */
const reads: readonly (readonly [string, Query, readonly string[], number])[] = [
  ['types', selectDoneTypes(db, sub).toSQL(), [bests], 16],
  ['loads', selectBestsWithRecent(db, sub).toSQL(), [bests, byType], 16 + 64],
  ['list, first page', selectNewestWorkouts(db, page).toSQL(), [byTime], 21],
  ['list, next page', selectNewestWorkouts(db, { ...page, from: middle }).toSQL(), [byTime], 21],
  ['list of a type', selectNewestWorkouts(db, { ...page, workoutTypeId: 3 }).toSQL(), [byType], 7],
  [
    'list of a type, next page',
    selectNewestWorkouts(db, { ...page, workoutTypeId: 3, from: middle, limit: 2 }).toSQL(),
    [byType],
    2,
  ],
  ['export, next page', selectOldestWorkouts(db, { ...page, from: middle }).toSQL(), [byTime], 21],
  ['a workout', selectWorkout(db, sub, newestId).toSQL(), [byType, 'workouts_pkey'], 2],
  ['the latest', selectLatestWorkout(db, sub).toSQL(), [byTime, byType], 2],
  ['sets', selectSets(db, [newestId]).toSQL(), ['workout_sets_workout_id_position_pk'], 3],
  [
    'history',
    selectPoints(db, { sub, workoutTypeId: 3, since: new Date('2024-10-01') }, 401).toSQL(),
    [byType],
    7,
  ],
  [
    'this week',
    selectWorkoutsBetween(db, sub, week, new Date('2025-01-12T15:00:00Z')).toSQL(),
    [byTime],
    7,
  ],
  ['last trained', selectLastWorkouts(db, sub).toSQL(), [bests], 16],
  ['streak', new PgDialect().sqlToQuery(queryTrainedWeeks(sub, week)), [byTime], 20],
];

describe(`among ${members * workoutsEach} workouts`, () => {
  test.each(reads)('%s: goes by index to its own rows', async (_name, query, indexes, most) => {
    const plan = await explain(query);
    expect(plan.ways).toEqual(indexes.toSorted());
    expect(plan.removed).toBe(0);
    expect(plan.rows).toBeGreaterThan(0);
    expect(plan.rows).toBeLessThanOrEqual(most);
  });
});
