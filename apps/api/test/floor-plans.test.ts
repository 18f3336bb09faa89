import { selectFloorMachines } from '#modules/machines/gym-floor.store.ts';
import { createTestDatabase, sql } from './support/database.ts';
import { testReads } from './support/database/query-plan.ts';

const { db, url } = await createTestDatabase();
const now = new Date('2026-04-01T03:00:00Z');

/** 200 gyms with 16 machines, each with 20 links, of which every third machine has an open one. */
await sql(
  url,
  `set session_replication_role = replica;
  insert into gyms (id, name) select n, 'x' from generate_series(1, 200) n;
  insert into gym_floors (gym_id, version) select n, 1 from generate_series(1, 200) n;
  insert into machines
    (id, gym_id, workout_type_id, min_load_hg, max_load_hg, load_step_hg, secret_hash, link_key, created_at)
  select (gym - 1) * 16 + n, gym, n, 50, 1500, 25, '', '', timestamptz '2026-01-01'
  from generate_series(1, 200) gym, generate_series(1, 16) n;
  insert into floor_cells (gym_id, machine_id, floor_column, floor_row)
  select gym, (gym - 1) * 16 + n, (n - 1) % 6 + 1, (n - 1) / 6 + 1
  from generate_series(1, 200) gym, generate_series(1, 16) n;
  insert into tanren_connections
    (id, machine_id, sub, linked_at, last_active_at, ended_at, code_step)
  select gen_random_uuid(), machine, gen_random_uuid(), at, at,
    case when n > 0 or machine % 3 > 0 then at + interval '5 minutes' end, 0
  from generate_series(1, 3200) machine, generate_series(0, 19) n,
    lateral (select timestamptz '${now.toISOString()}' - n * interval '1 day' as at) t;
  analyze`,
);

testReads(
  url,
  [
    [
      'the floor of a gym',
      selectFloorMachines(db, 7, now),
      [
        'machines_of_gym',
        'floor_cells_gym_id_floor_column_floor_row_pk',
        'tanren_connections_machine',
      ],
      16 + 16 + 6,
    ],
  ],
  ['machine_holds'],
);
