import { rankingScales, toRankingMonth } from '@tanren/domain/workouts/rankings';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { sql } from '#test/support/database.ts';

interface World {
  readonly now: Date;
  readonly members: number;
  readonly workoutsEach: number;
  readonly gyms: number;
  readonly unlinkedBouts: number;
  /** One of the members, in the middle of the others. */
  readonly sub: string;
}

/** Tables that grow with the number of members. Gyms and machines are few. */
export const largeTables = [
  'workouts',
  'workout_sets',
  'workout_bests',
  'strength_states',
  'ranking_entries',
  'ranking_counts',
  'user_infos',
  'tanren_connections',
  'unlinked_bouts',
  'workout_claims',
  'workout_corrections',
  'workout_events',
  'rejected_workouts',
  'removed_workouts',
  'withheld_records',
] as const;

/**
 * Fills a database with members who train on all machines of their gym. Some of them claim, reject
 * and correct workouts. Indexes are dropped first and created again from their definitions, because
 * sorting millions of rows is faster than inserting them one by one. The replica role skips foreign
 * key checks, because the references are valid. Ranking counts are computed at the end.
 */
export async function fillRecords(url: string, world: World): Promise<void> {
  const { now, members, workoutsEach, gyms, unlinkedBouts, sub } = world;
  const at = `timestamptz '${now.toISOString()}'`;
  const tables = largeTables.map((table) => `'${table}'`).join(', ');
  const open = rankingScales.indexOf('open');
  const month = toRankingMonth(toGymDay(now));
  await sql(
    url,
    `set session_replication_role = replica;
    set maintenance_work_mem = '512MB'; set work_mem = '128MB';
    create temp table left_out as
      select indexname, indexdef from pg_indexes
      where tablename in (${tables}) and indexname not in (select conname from pg_constraint);
    do $$ declare statement text; begin
      for statement in select 'drop index ' || indexname from left_out loop
        execute statement;
      end loop;
    end $$;

    insert into gyms (id, name) select n, '' from generate_series(1, ${gyms}) n;
    insert into machines (id, gym_id, workout_type_id, min_load_hg, max_load_hg, load_step_hg,
      secret_hash, link_key, created_at)
    select n, (n - 1) / 16 + 1, (n - 1) % 16 + 1, 50, 1500, 25, '', decode(md5(n::text), 'hex'), ${at}
    from generate_series(1, ${gyms * 16}) n;
    create temp table members as
      select m, m % ${gyms} + 1 as gym,
        case m when ${Math.floor(members / 2)} then '${sub}' else gen_random_uuid() end as sub
      from generate_series(0, ${members - 1}) m;
    insert into user_infos (sub, nickname, created_at, updated_at)
    select sub, '会員' || m, ${at}, ${at} from members order by sub;

    -- As they come in: by time, so that one member's are spread over the whole table. One in ten is
    -- corrected, one in a hundred waits for staff, one in ten was claimed.
    insert into workouts (id, workout_uuid, sub, workout_type_id, machine_id, gym_id, started_at,
      ended_at, gym_day, max_hg, tfo_hg, set_count, rep_count, top_load_hg, top_reps, is_max_best,
      is_tfo_best, is_one_rep_max_best, corrected_at, correction_reason, correction_state, claimed_at)
      overriding system value
    select id, ('00000000-0000-7000-8000-' || lpad(to_hex(id), 12, '0'))::uuid, sub, type,
      (gym - 1) * 16 + type, gym, began, began + interval '10 minutes',
      (began at time zone 'Asia/Tokyo')::date, 100 + lot % 20, 1500 + lot % 20, 3, 15, 100, 5,
      false, false, false, case when lot % 10 = 0 then began end,
      case when lot % 10 = 0 then '数え間違い' end,
      case when lot % 100 = 0 then 'pending' when lot % 10 = 0 then 'confirmed' end,
      case when lot % 10 = 1 then began end
    from generate_series(${workoutsEach}, 1, -1) n, members, lateral (
      select (${workoutsEach} - n) * ${members} + m + 1 as id, n % 16 + 1 as type,
        (n * 13 + m * 7) % 1000 as lot,
        ${at} - n * interval '29 hours' - m % 3000 * interval '20 seconds' as began) as one;
    select setval(pg_get_serial_sequence('workouts', 'id'), ${members * workoutsEach * 2});
    insert into workout_sets (workout_id, position, load_hg, rep_loads_hg, rep_ms)
    select id, position, 100, '{100,100,100,100,100}', '{2000,2000,2000,2000,2000}'
    from workouts, generate_series(0, 2) position where id % 10 = 0 or sub = '${sub}';
    insert into workout_bests (sub, workout_type_id, workout_count, max_hg, max_workout_id, max_at,
      tfo_hg, tfo_workout_id, tfo_at, last_workout_id, last_at)
    select sub, workout_type_id, count(*), max(max_hg), max(id), max(started_at), max(tfo_hg),
      max(id), max(started_at), max(id), max(started_at)
    from workouts group by 1, 2 order by 1, 2;
    insert into strength_states (sub, workout_type_id, mean, sd, at, workout_id, machine_id)
    select sub, workout_type_id, 4, 0.05, last_at, last_workout_id, 1 from workout_bests;

    -- On the two boards that pages open first.
    insert into ranking_entries (sub, board, value, achieved_on, nickname)
    select sub, board, 100 + (m * 37 + type * 101) % 5000, ${at}::date, '会員' || m
    from members, generate_series(1, 16) type,
      lateral (values ((type * 8 + 4 + ${open}) * 1048576::bigint),
        ((type * 8 + ${open}) * 1048576::bigint + ${month * 256})) as boards (board)
    order by sub, board;
    insert into ranking_counts (board, level, bucket, entries)
    select board, level, value >> shift, count(*)
    from ranking_entries cross join (values (0, 12), (1, 6), (2, 0)) as l (level, shift)
    group by 1, 2, 3 order by 1, 2, 3;

    insert into tanren_connections
      (id, machine_id, sub, linked_at, last_active_at, ended_at, code_step)
    select workout_uuid, machine_id, sub, started_at, ended_at, ended_at, 1
    from workouts where workout_type_id % 5 = 0 or sub = '${sub}';
    insert into workout_claims (sub, claim_hash, machine_id, state, claimed_at, workout_id)
    select sub, decode(lpad(to_hex(id), 64, '0'), 'hex'), machine_id, 'stored',
      ${at} - id % 33 * interval '1 day', id
    from workouts where claimed_at is not null;
    insert into workout_corrections (workout_id, sub, gym_id, state, reason, before, after, made_at)
    select id, sub, gym_id, correction_state, correction_reason, '[]', '[]', started_at
    from workouts where correction_state is not null;
    insert into workout_events (workout_id, sub, at, kind, actor)
    select id, sub, started_at, case when claimed_at is null then 'corrected' else 'claimed' end,
      'member'
    from workouts where claimed_at is not null or correction_state is not null;

    -- Two of each member, of which some have had their time.
    create temp table rejected as
      select ${members * workoutsEach} + m * 2 + n as id, sub, gen_random_uuid() as uuid,
        ${at} - case when m % 100 = 1 then 31 else m % 29 + 1 end * interval '1 day' as rejected_at
      from members, generate_series(1, 2) n;
    insert into rejected_workouts (workout_id, sub, workout_type_id, rejected_at, content)
    select r.id, r.sub, 1, rejected_at, to_jsonb(w)
      || jsonb_build_object('id', r.id, 'sub', r.sub, 'workout_uuid', uuid, 'sets', '[]'::jsonb)
    from rejected r, (select * from workouts where id = 1) w;
    insert into removed_workouts
      (workout_uuid, sub, workout_type_id, machine_id, started_at, removed_at, reason)
    select uuid, sub, 1, 1, rejected_at, rejected_at, '' from rejected order by uuid;
    insert into workout_events (workout_id, sub, at, kind, actor)
    select id, sub, rejected_at, 'rejected', 'member' from rejected;
    insert into withheld_records (workout_id, sub, workout_type_id, started_at, max_hg, tfo_hg)
    select id, sub, 1, rejected_at, 100, 1500 from rejected
    union all
    select id, sub, workout_type_id, started_at, max_hg, tfo_hg from workouts
    where correction_state = 'pending';

    -- Of 32 days and an hour: those of the last day still have their reps, and those whose day ended
    -- within the last hour, too.
    insert into unlinked_bouts
      (claim_hash, workout_uuid, machine_id, started_at, ended_at, received_at, sets)
    select decode('01' || lpad(to_hex(n), 62, '0'), 'hex'),
      ('00000000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, n % ${gyms * 16} + 1,
      received_at, received_at, received_at, case when received_at > ${at} - interval '25 hours'
        then '[{"loadHg": 100, "repLoadsHg": [100], "repMs": [2000]}]'::jsonb end
    from generate_series(1, ${unlinkedBouts}) n, lateral (
      select ${at} - (${unlinkedBouts} - n) * interval '769 hours' / ${unlinkedBouts}
        as received_at) as one;

    do $$ declare statement text; begin
      for statement in select indexdef from left_out loop
        execute statement;
      end loop;
    end $$;
    analyze ${largeTables.join(', ')}, machines, gyms;`,
  );
}
