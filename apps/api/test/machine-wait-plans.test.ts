import { describe } from 'vitest';
import { selectBouts, selectTypicalWaits } from '#modules/machines/waits/machine-waits.store.ts';
import { createTestDatabase, sql } from './support/database.ts';
import { type PlannedRead, testReads } from './support/database/query-plan.ts';
import { bySize } from './support/failures.ts';

const { db, url } = await createTestDatabase();
const gyms = 200;
const machines = gyms * 16;
/** A million workouts in the long run, each machine with one a day. */
const days = bySize(30, 320);
const now = new Date('2025-01-11T00:00:00Z');

await sql(
  url,
  `set session_replication_role = replica;
  insert into gyms (id, name) select n, 'x' from generate_series(1, ${gyms}) n;
  insert into machines (id, gym_id, workout_type_id, min_load_hg, max_load_hg, load_step_hg,
    secret_hash, link_key, created_at)
  select n, (n - 1) / 16 + 1, n % 16 + 1, 50, 1000, 25, '', '', now()
  from generate_series(1, ${machines}) n;
  insert into workouts
    (workout_uuid, sub, workout_type_id, machine_id, gym_id, started_at, ended_at, max_hg, tfo_hg,
     set_count, rep_count, top_load_hg, top_reps, is_max_best, is_tfo_best, is_one_rep_max_best,
     gym_day)
  select gen_random_uuid(), gen_random_uuid(), machine % 16 + 1, machine, (machine - 1) / 16 + 1,
    at, at + interval '5 minutes', 100, 100, 1, 1, 100, 10, false, false, false, at::date
  from generate_series(${days}, 1, -1) n, generate_series(1, ${machines}) machine,
    lateral (select timestamptz '${now.toISOString()}' - n * interval '1 day' as at) t;
  insert into gym_type_hours (gym_id, weekday, hour, workout_type_id, computed_on, days, machines,
    bouts, bout_seconds, busy_seconds, wait_seconds, long_wait_seconds, wait_seconds_with_more)
  select gym, weekday, hour, type, '2025-01-11', 4, 1, 20, 6000, 6000, 60, 180, 0
  from generate_series(1, ${gyms}) gym, generate_series(0, 6) weekday,
    generate_series(6, 22) hour, generate_series(1, 16) type;
  analyze gyms; analyze machines; analyze workouts; analyze gym_type_hours`,
);

const period = { from: new Date('2024-12-14T00:00:00Z'), until: now };
const byHour = 'gym_type_hours_gym_id_weekday_hour_workout_type_id_pk';

const reads: readonly PlannedRead[] = [
  ['bouts of a gym', selectBouts(db, 7, period), ['machines_of_gym', 'workouts_of_machine'], 464],
  ['waits of an evening', selectTypicalWaits(db, 7, 5, 18), [byHour], 5 * 16],
];

describe(`among ${machines * days} workouts`, () => {
  testReads(url, reads);
});
