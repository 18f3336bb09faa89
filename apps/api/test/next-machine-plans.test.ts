import { selectLinkedMembers } from '#modules/machines/machine-changes.ts';
import { selectGymMachines } from '#modules/menus/runs/next-machines.store.ts';
import { createTestDatabase, sql } from './support/database.ts';
import { testReads } from './support/database/query-plan.ts';

const { db, url } = await createTestDatabase();
const now = new Date('2026-04-01T03:00:00Z');

/** 200 gyms with 16 machines. Every third has a link, whose member has a run and 40 workouts. */
await sql(
  url,
  `set session_replication_role = replica;
  insert into gyms (id, name) select n, 'x' from generate_series(1, 200) n;
  insert into machines
    (id, gym_id, workout_type_id, min_load_hg, max_load_hg, load_step_hg, secret_hash, link_key, created_at)
  select (gym - 1) * 16 + n, gym, n, 50, 1500, 25, '', '', timestamptz '2026-01-01'
  from generate_series(1, 200) gym, generate_series(1, 16) n;
  insert into tanren_connections
    (id, machine_id, sub, linked_at, last_active_at, ended_at, code_step)
  select gen_random_uuid(), machine, md5((machine + n * 5000)::text)::uuid, at, at,
    case when n > 0 or machine % 3 > 0 then at + interval '5 minutes' end, 0
  from generate_series(1, 3200) machine, generate_series(0, 9) n,
    lateral (select timestamptz '${now.toISOString()}' - n * interval '1 day' as at) t;
  insert into machine_holds (machine_id, sub, held_at, until_at)
  select machine, gen_random_uuid(), timestamptz '${now.toISOString()}',
    timestamptz '${now.toISOString()}' + interval '1 minute'
  from generate_series(1, 3200) machine where machine % 3 = 1;
  insert into training_session_runs (sub, title, items, started_at, ends_by, ended_at)
  select md5(machine::text)::uuid, 'x', '[]', at, at + interval '4 hours',
    case when n > 0 then at + interval '1 hour' end
  from generate_series(1, 3200) machine, generate_series(0, 9) n,
    lateral (select timestamptz '${now.toISOString()}' - n * interval '1 day' as at) t;
  insert into workouts
    (workout_uuid, sub, workout_type_id, machine_id, gym_id, gym_day, started_at, ended_at,
     max_hg, tfo_hg, set_count, rep_count, top_load_hg, top_reps, session_run_id,
     is_max_best, is_tfo_best, is_one_rep_max_best)
  select gen_random_uuid(), md5(machine::text)::uuid, (machine - 1) % 16 + 1, machine, 1, at::date,
    at, at + interval '8 minutes', 400, 12000, 3, 30, 400, 10, (machine - 1) * 10 + n % 10 + 1,
    false, false, false
  from generate_series(1, 3200) machine, generate_series(0, 39) n,
    lateral (select timestamptz '${now.toISOString()}' - n * interval '1 day' as at) t;
  analyze`,
);

/** Machines of the gym, and those of them with a link. */
const [machines, links] = [16, 6];
/** Bouts of one person and type. They are sorted, and the newest five count. */
const bouts = 40;

testReads(
  url,
  [
    [
      'the machines of a gym with their bouts',
      selectGymMachines(db, 7, now),
      [
        'machines_of_gym',
        'tanren_connections_machine',
        'training_session_runs_open',
        'workouts_of_member_by_type',
        'workouts_of_run',
      ],
      machines * 2 + links * (2 + bouts + 4),
    ],
    [
      'the members at the machines of a gym',
      selectLinkedMembers(db, 7, now),
      ['machines_of_gym', 'tanren_connections_machine'],
      machines + links,
    ],
  ],
  ['machine_holds'],
);
