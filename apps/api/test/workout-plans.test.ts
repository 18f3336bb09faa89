import { randomUUID } from 'node:crypto';
import { maxPredictions } from '@tanren/domain/workouts/strength-calibration';
import { describe, expect, onTestFinished, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { findUserInfo } from '#modules/members/userinfo.store.ts';
import { selectBestsWithRecent } from '#modules/workouts/workout-loads.store.ts';
import { selectMaxima, selectPoints } from '#modules/workouts/workout-history.service.ts';
import {
  queryTrainedWeeks,
  selectLastWorkouts,
  selectWorkoutsBetween,
} from '#modules/workouts/training-status.service.ts';
import { selectFavoriteIds, selectMadeForIds, selectOwnIds } from '#modules/menus/menu-lists.ts';
import {
  selectDoneRuns,
  selectDoneSets,
  selectWorkoutsOfRuns,
} from '#modules/menus/runs/menu-runs.store.ts';
import {
  selectCandidates,
  selectSetsSince,
  selectTrainingDays,
} from '#modules/menus/todays-menu.store.ts';
import { selectNearbyRuns } from '#modules/workouts/ingest/ingest-store.ts';
import { selectPredictions } from '#modules/workouts/strength/strength-calibration.service.ts';
import { readKnownStrengths, selectChain } from '#modules/workouts/strength/strength.store.ts';
import {
  listStates,
  selectStrengths,
} from '#modules/workouts/strength/workout-strength.service.ts';
import { readBoard } from '#modules/workouts/ranking/workout-ranking.store.ts';
import { selectDoneTypes } from '#modules/workouts/workout-types.service.ts';
import {
  selectFirstDay,
  selectWorkoutsOfDay,
  selectWorkoutsOfDays,
  selectWorkoutsOfPeriod,
} from '#modules/workouts/visits.store.ts';
import {
  selectLatestWorkout,
  selectNewestWorkouts,
  selectOldestWorkouts,
  selectSets,
  selectWorkout,
} from '#modules/workouts/workout-reads.store.ts';
import { createTestDatabase, sql } from './support/database.ts';
import { bySize } from './support/failures.ts';
import {
  explainQuery,
  type PlannedRead,
  testReads,
  watchStatements,
} from './support/database/query-plan.ts';

const { db, url } = await createTestDatabase();
/** Each member has 100 workouts: a million rows in the long run. */
const members = bySize(1000, 10_000);
const workoutsEach = 100;
/** Every second workout belongs to a run. */
const runsEach = 50;
const menusEach = 25;
const sub = randomUUID();
const trainerSub = randomUUID();
const week = new Date('2025-01-05T15:00:00Z');
/** The middle of each member's history. */
const middle = { micros: String(Date.parse('2024-11-01T00:00:00Z') * 1000), id: 1 };

/**
 * Inserts rows in the order of time, so that one member's are spread over the whole table. The
 * replica role skips half a million foreign key checks, because the references are valid.
 */
await sql(
  url,
  `set session_replication_role = replica;
  create temp table members as
    select '${sub}'::uuid as sub union all select gen_random_uuid() from generate_series(2, ${members});
  insert into training_sessions
    (author_sub, title, description, tags, visibility, items, created_at, updated_at)
  select '${sub}', '', '', '{}', 'private', '[{"workoutTypeId": 1}]', now(), now()
  from generate_series(1, 10);
  insert into training_session_runs
    (sub, training_session_id, title, items, started_at, ends_by, ended_at)
  select m.sub, n % 10 + 1, '', s.items, at, at + interval '4 hours', at + interval '1 hour'
  from generate_series(${runsEach}, 1, -1) n, members m,
    (select items from training_sessions limit 1) s,
    lateral (select timestamptz '2025-01-12' - n * interval '58 hours' as at) t;
  insert into training_sessions (author_sub, title, description, tags, visibility, items,
    created_at, updated_at, published_at)
  select sub, '', '', '{}', 'public', '[]', at, at, at
  from generate_series(${menusEach}, 1, -1) n, members,
    lateral (select timestamptz '2025-01-12' - n * interval '29 hours' as at) t;
  insert into training_sessions (author_sub, for_sub, title, description, tags, visibility, items,
    created_at, updated_at)
  select '${trainerSub}', sub, '', '', '{}', 'private', '[]', at, at
  from generate_series(30, 1, -1) n, (select sub from members limit 60) m,
    lateral (select timestamptz '2025-01-12' - n * interval '29 hours' as at) t;
  insert into favorite_training_sessions (sub, training_session_id, favorited_at)
  select sub, 11 + n * 97, timestamptz '2025-01-12' - n * interval '29 hours'
  from generate_series(1, ${workoutsEach}) n, members;
  insert into workouts
    (workout_uuid, sub, workout_type_id, machine_id, gym_id, started_at, ended_at, max_hg, tfo_hg,
     set_count, rep_count, top_load_hg, top_reps, is_max_best, is_tfo_best, is_one_rep_max_best,
     session_run_id, gym_day, strength_mean, strength_sd, planned_chance)
  select gen_random_uuid(), m.sub, n % 16 + 1, 1, 1, at, at, 100, 100, 1, 1, 100, 10, false, false,
    false, r.id, (at at time zone 'Asia/Tokyo')::date, 4, 0.05, 0.8
  from generate_series(${workoutsEach}, 1, -1) n cross join members m
    cross join lateral (select timestamptz '2025-01-12' - n * interval '29 hours' as at) t
    left join training_session_runs r on r.sub = m.sub and r.started_at = t.at;
  insert into workout_sets (workout_id, position, load_hg, rep_loads_hg, rep_ms)
  select id, position, 100, '{100}', '{2000}' from workouts, generate_series(0, 2) position
  where id % 20 = 0 or sub = '${sub}';
  insert into workout_bests (sub, workout_type_id, workout_count, max_hg, max_workout_id, max_at,
    tfo_hg, tfo_workout_id, tfo_at, last_workout_id, last_at)
  select sub, workout_type_id, count(*), 100, 1, now(), 100, 1, now(), max(id), now()
  from workouts group by 1, 2;
  insert into strength_states (sub, workout_type_id, mean, sd, at, workout_id, machine_id)
  select sub, workout_type_id, 4, 0.05, last_at, last_workout_id, 1 from workout_bests;
  insert into machine_offsets (machine_id, mean, sd) select n, 0, 0.04 from generate_series(1, 5000) n;
  insert into user_infos (sub, nickname, created_at, updated_at)
  select sub, 'x', now(), now() from members;
  analyze user_infos; analyze workouts; analyze workout_sets; analyze workout_bests;
  analyze training_session_runs; analyze training_sessions; analyze favorite_training_sessions;
  analyze strength_states; analyze machine_offsets;`,
);

const page = { sub, workoutTypeId: null, from: null, limit: 21 };
const visits = { sub, workoutTypeId: null, before: null, days: 21 };
const newestId = (await selectLatestWorkout(db, sub))[0]?.workout.id ?? 0;

const byTime = 'workouts_of_member';
const byType = 'workouts_of_member_by_type';
const byDay = 'workouts_of_member_by_day';
const byTypeAndDay = 'workouts_of_member_by_type_and_day';
const bests = 'workout_bests_sub_workout_type_id_pk';
const states = 'strength_states_sub_workout_type_id_pk';
const setsOfWorkout = 'workout_sets_workout_id_position_pk';
const runs = 'training_session_runs_pkey';
const runsOfMember = 'training_session_runs_of_member';
const runsOfMenu = 'training_session_runs_of_session';
const ofRun = 'workouts_of_run';
const ownMenus = 'training_sessions_of_author';
const madeFor = 'training_sessions_for_member';
const favorites = ['favorite_training_sessions_newest', 'training_sessions_pkey'];
const list = { sub, from: null, limit: 21 };
const from = middle;
const newYear = String(Date.parse('2025-01-01T00:00:00Z') * 1000);
const runIds = (await selectDoneRuns(db, { sub, trainingSessionId: 1, from: null, limit: 3 })).map(
  ({ id }) => id,
);

const reads: readonly PlannedRead[] = [
  ['types', selectDoneTypes(db, sub), [bests], 16],
  ['loads', selectBestsWithRecent(db, sub), [bests, byType, runs], 16 + 192 + 192],
  ['days of training', selectTrainingDays(db, sub, 20), [byDay], 40],
  ['list, first page', selectNewestWorkouts(db, page), [byTime], 21],
  ['list, next page', selectNewestWorkouts(db, { ...page, from: middle }), [byTime], 21],
  ['list of a type', selectNewestWorkouts(db, { ...page, workoutTypeId: 3 }), [byType], 7],
  [
    'list of a type, next page',
    selectNewestWorkouts(db, { ...page, workoutTypeId: 3, from: middle, limit: 2 }),
    [byType],
    2,
  ],
  [
    'export, next page',
    selectOldestWorkouts(db, { ...page, from: middle }),
    [byTime, byTypeAndDay, runs],
    21 + 11 + 21,
  ],
  ['a workout', selectWorkout(db, sub, newestId), [byType, byTypeAndDay, 'workouts_pkey', runs], 4],
  ['the latest', selectLatestWorkout(db, sub), [byTime, byType, byTypeAndDay, runs], 4],
  // There is one step to each day and one for its only workout.
  ['visits, first page', selectWorkoutsOfDays(db, visits), [byDay], 21 + 21],
  [
    'visits, next page',
    selectWorkoutsOfDays(db, { ...visits, before: '2024-11-01', days: 23 }),
    [byDay],
    23 + 23,
  ],
  [
    'visits with a type',
    selectWorkoutsOfDays(db, { ...visits, workoutTypeId: 3 }),
    [byDay, byTypeAndDay],
    // The plan rounds the mean of eight steps, of which the last finds no day.
    7 + 7 + 1,
  ],
  ['visits of a day', selectWorkoutsOfDay(db, sub, '2025-01-11'), [byDay], 1],
  ['visits of a month', selectWorkoutsOfPeriod(db, sub, '2024-12-01', '2024-12-31'), [byDay], 26],
  ['the first day', selectFirstDay(db, sub), [byDay], 1],
  [
    'runs of a menu',
    selectDoneRuns(db, { sub, trainingSessionId: 1, from: null, limit: 21 }),
    [runsOfMenu, ofRun],
    5 + 5,
  ],
  ['own menus', selectOwnIds(db, list), [ownMenus], 21],
  [
    'own menus, next page',
    selectOwnIds(db, { ...list, from: { ...from, micros: newYear } }),
    [ownMenus],
    21,
  ],
  // One member has so few that reading and sorting all may be as fast as an ordered index.
  ['made for the member', selectMadeForIds(db, list), [madeFor], 30],
  ['favourites', selectFavoriteIds(db, list), favorites, 21 + 21],
  ['favourites, next page', selectFavoriteIds(db, { ...list, from }), favorites, 21 + 21],
  ['workouts of runs', selectWorkoutsOfRuns(db, runIds), [ofRun], 3],
  ['progress of a run', selectDoneSets(db, runIds[0] ?? 0), [ofRun], 1],
  [
    'the runs near a workout',
    selectNearbyRuns(db, [{ sub, startedAt: week, endedAt: new Date('2025-01-11T22:00:00Z') }]),
    ['Function Scan', runsOfMember],
    4,
  ],
  ['sets', selectSets(db, [newestId]), [setsOfWorkout], 3],
  ['history', selectPoints(db, { sub, workoutTypeId: 3, since: '2024-10-01' }, 401), [byType], 7],
  ['strengths', listStates(db, sub), [states], 16],
  [
    'strength by day',
    selectStrengths(
      db,
      { sub, workoutTypeId: 3, since: '2024-10-01' },
      { every: 'day', limit: 401 },
    ),
    [byTypeAndDay],
    7,
  ],
  [
    'predictions',
    selectPredictions(db, sub, new Date('2024-10-01')),
    [byTime, runs],
    2 * maxPredictions,
    2 * maxPredictions,
  ],
  [
    'the workouts that a state follows from',
    selectChain(db, { sub, workoutTypeId: 3 }),
    [byType, setsOfWorkout, runs],
    7 + 21 + 7,
  ],
  ['trends', selectMaxima(db, sub, '2024-10-21', '2025-01-12'), [byDay], 70],
  ['four weeks', selectWorkoutsBetween(db, sub, '2024-12-16', '2025-01-12'), [byDay], 24],
  ['this week', selectWorkoutsBetween(db, sub, '2025-01-06', '2025-01-12'), [byDay], 7],
  ['the last seven days', selectSetsSince(db, sub, '2025-01-06'), [byDay], 7],
  ['last trained', selectLastWorkouts(db, sub), [bests, 'workouts_pkey'], 16 + 16],
  ['streak', queryTrainedWeeks(sub, '2025-01-06'), [byDay], 20],
];

describe(`among ${members * workoutsEach} workouts`, () => {
  testReads(url, reads);

  // There are five lists of at most 20 or 40, each joined with its favourite and last run.
  test("candidates for today's menu are a limited part of own and public menus", async () => {
    const plan = await explainQuery(url, selectCandidates(db, sub, 1));
    expect(plan.ways).not.toContain('Seq Scan');
    expect(plan.ways).toEqual(
      expect.arrayContaining([
        ownMenus,
        madeFor,
        runsOfMember,
        runsOfMenu,
        'favorite_training_sessions_newest',
        'training_sessions_by_favorites',
        'training_sessions_pkey',
      ]),
    );
    expect(plan.rows).toBeGreaterThan(100);
    expect(plan.rows + plan.removed).toBeLessThanOrEqual(600);
  });

  // The top hundred, and for the own rank at most 64 counts of each of the finer two sizes. Counting
  // entries instead would read all of them for the last member.
  test('the ranking: reads a limited number of entries and counts for the last member', async () => {
    const board = 1;
    await sql(
      url,
      `insert into ranking_entries (board, sub, value, achieved_on, nickname)
       select ${board}, sub, case when sub = '${sub}' then 1 else 10 + row_number() over () end,
         '2025-01-11', 'x' from user_infos;
       analyze ranking_entries; analyze ranking_counts`,
    );
    const fresh = openDatabase(url);
    onTestFinished(() => closeDatabase(fresh));
    const watch = await watchStatements(url, fresh, ['ranking_entries', 'ranking_counts']);
    let reading = null;
    const plans = await watch(async () => {
      reading = await readBoard(fresh, board, sub);
    });
    expect(reading).toMatchObject({ total: members, me: { above: members - 1 } });
    const rows = plans.reduce((sum, plan) => sum + plan.rows + plan.removed, 0);
    expect(rows).toBeGreaterThan(100);
    expect(rows).toBeLessThanOrEqual(400);
  });

  test('the strengths before workouts: one state and one offset for each, by index', async () => {
    const fresh = openDatabase(url);
    onTestFinished(() => closeDatabase(fresh));
    const watch = await watchStatements(url, fresh, ['strength_states', 'machine_offsets']);
    const places = [3, 4, 5].map((workoutTypeId) => ({ sub, workoutTypeId, machineId: 7 }));
    const plans = await watch(
      async () => await fresh.transaction(async (tx) => await readKnownStrengths(tx, places)),
    );
    expect(plans).toMatchObject([
      { ways: ['machine_offsets_pkey', states], removed: 0, rows: 2 * places.length },
    ]);
  });

  test('a profile: one row by index', async () => {
    const fresh = openDatabase(url);
    onTestFinished(() => closeDatabase(fresh));
    const watch = await watchStatements(url, fresh, ['user_infos']);
    const plans = await watch(async () => await findUserInfo(fresh, sub));
    expect(plans).toMatchObject([{ ways: ['user_infos_pkey'], removed: 0, rows: 1 }]);
  });
});
