import { summarizeWorkout } from '@tanren/domain/workouts/workouts';
import { asc } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { workouts, type WorkoutSetRow, workoutSets } from '#db/schema/workouts.ts';

/** Finds workouts whose sums do not match their sets, or whose sets are not numbered from 0. */
export async function findWrongSums(db: Database): Promise<number[]> {
  const sets = await db
    .select()
    .from(workoutSets)
    .orderBy(asc(workoutSets.workoutId), asc(workoutSets.position));
  const setsOf = new Map<number, WorkoutSetRow[]>();
  for (const set of sets) {
    setsOf.set(set.workoutId, [...(setsOf.get(set.workoutId) ?? []), set]);
  }
  const wrong: number[] = [];
  for (const workout of await db.select().from(workouts)) {
    const own = setsOf.get(workout.id) ?? [];
    const summary = summarizeWorkout(
      own.map(({ loadHg, repLoadsHg, repMs }) => ({
        loadHg,
        reps: repLoadsHg.map((repHg, at) => ({ loadHg: repHg, ms: repMs[at] ?? 0 })),
      })),
    );
    const stored = Object.keys(summary).every(
      (key) => workout[key as keyof typeof summary] === summary[key as keyof typeof summary],
    );
    const numbered = own.every(({ position }, at) => position === at);
    if (!stored || !numbered) wrong.push(workout.id);
  }
  return wrong;
}

/**
 * Finds bests, and flags of workouts that improved them, that differ from the workouts themselves.
 * The query applies the definitions to all rows. A 参考値 comes from more than ten reps.
 */
const differences = `
  with done as (
    select *, case when one_rep_max_reps <= 10 then one_rep_max_hg end as firm,
      row_number() over (partition by sub, workout_type_id order by started_at, id) as nth
    from workouts
  ), compared as (
    select *, max(max_hg) over before as max_before, max(tfo_hg) over before as tfo_before,
      max(firm) over before as firm_before
    from done window before as (partition by sub, workout_type_id order by nth
      rows between unbounded preceding and 1 preceding)
  ), expected as (
    select sub, workout_type_id, count(*)::int as workout_count, max(max_hg) as max_hg,
      (array_agg(id order by max_hg desc, nth))[1] as max_workout_id, max(tfo_hg) as tfo_hg,
      (array_agg(started_at order by max_hg desc, nth))[1] as max_at,
      (array_agg(id order by tfo_hg desc, nth))[1] as tfo_workout_id, max(firm) as one_rep_max_hg,
      (array_agg(started_at order by tfo_hg desc, nth))[1] as tfo_at,
      (array_agg(id order by firm desc, nth) filter (where firm is not null))[1]
        as one_rep_max_workout_id,
      (array_agg(started_at order by firm desc, nth) filter (where firm is not null))[1]
        as one_rep_max_at,
      (array_agg(id order by nth desc))[1] as last_workout_id
    from done group by 1, 2
  )
  select 'flags of ' || id as difference from compared
  where is_max_best is distinct from coalesce(max_hg > max_before, false)
    or is_tfo_best is distinct from coalesce(tfo_hg > tfo_before, false)
    or is_one_rep_max_best is distinct from coalesce(firm > firm_before, false)
  union all
  select 'bests ' || e::text || ' but ' || b::text
  from expected e full join workout_bests b using (sub, workout_type_id)
  where (e.workout_count, e.max_hg, e.max_workout_id, e.max_at, e.tfo_hg, e.tfo_workout_id, e.tfo_at,
      e.one_rep_max_hg, e.one_rep_max_workout_id, e.one_rep_max_at, e.last_workout_id)
    is distinct from (b.workout_count, b.max_hg, b.max_workout_id, b.max_at, b.tfo_hg,
      b.tfo_workout_id, b.tfo_at, b.one_rep_max_hg, b.one_rep_max_workout_id, b.one_rep_max_at,
      b.last_workout_id)`;

export async function findWrongBests(db: Database): Promise<string[]> {
  const { rows } = await db.$client.query<{ difference: string }>(differences);
  return rows.map(({ difference }) => difference);
}

/** Queries for contradictions between the tables of workout records, each with a name. */
const contradictions = `
  select 'stored and removed' as found, w.workout_uuid::text as which from workouts w
    join removed_workouts r using (workout_uuid)
  union all
  select 'stored and not taken', b.workout_uuid::text from unlinked_bouts b
    join workouts w using (workout_uuid) where b.taken_at is null or b.sets is not null
  union all
  select 'a claim that waits for what is there', c.id::text from workout_claims c
    join unlinked_bouts b using (claim_hash) where c.state = 'waiting'
  union all
  select 'a stored claim without a record', c.id::text from workout_claims c
    where c.state = 'stored' and not exists (
      select from unlinked_bouts b where b.claim_hash = c.claim_hash and b.taken_at is not null)
  union all
  select 'a claimed record of another member', w.id::text from workouts w
    join workout_claims c on c.workout_id = w.id and c.sub <> w.sub
  union all
  select 'rejected and known to no machine', r.workout_id::text from rejected_workouts r
    where not exists (select from removed_workouts m where m.workout_uuid::text = r.content ->> 'workout_uuid')
  union all
  select 'pending without a correction', w.id::text from workouts w
    where correction_state = 'pending' and not exists (
      select from workout_corrections c where c.workout_id = w.id and c.state = 'pending')
  union all
  select 'a correction of a record that is not pending', c.id::text from workout_corrections c
    join workouts w on w.id = c.workout_id
    where c.state = 'pending' and w.correction_state is distinct from 'pending'
  union all
  select 'an unconfirmed correction in the record', c.id::text from workout_corrections c
    join workouts w on w.id = c.workout_id
    where c.state = 'pending' and (select jsonb_agg(rep_loads_hg order by position)
        from workout_sets s where s.workout_id = w.id)
      <> (select jsonb_agg(one -> 'repLoadsHg') from jsonb_array_elements(c.before) one)
  union all
  select 'withheld for nothing', h.workout_id::text from withheld_records h
    where not exists (select from rejected_workouts r where r.workout_id = h.workout_id)
      and not exists (select from workouts w
        where w.id = h.workout_id and w.correction_state = 'pending')`;

export async function findContradictions(db: Database): Promise<unknown[]> {
  return (await db.$client.query<object>(contradictions)).rows;
}

/** Finds differences between the counts of each range of values and the entries themselves. */
const wrongCounts = `
  select * from ranking_counts full join (
    select board, level, value >> shift as bucket, count(*)::int as entries
    from ranking_entries, (values (0::smallint, 12), (1::smallint, 6), (2::smallint, 0))
      as l (level, shift) group by 1, 2, 3
  ) as counted using (board, level, bucket)
  where ranking_counts.entries is distinct from counted.entries or counted.entries = 0`;

export async function findWrongCounts(db: Database): Promise<unknown[]> {
  return (await db.$client.query<object>(wrongCounts)).rows;
}

/** Finds days whose sums for the offset of a machine differ from the workouts of that day. */
const wrongOffsetDays = `
  select * from (
    select machine_id, gym_day, sum(workouts) as workouts, sum(precision) as precision,
      sum(weighted) as weighted
    from machine_offset_days group by 1, 2 having sum(workouts) <> 0
  ) as stored full join (
    select m.id as machine_id, gym_day, count(*)::int as workouts,
      sum(offset_precision) as precision, sum(m.weighted) as weighted
    from workouts, lateral (values (machine_id, offset_weighted),
      (last_machine_id, last_offset_weighted)) as m (id, weighted)
    where offset_precision is not null group by 1, 2
  ) as summed using (machine_id, gym_day)
  where (stored.workouts, stored.precision, stored.weighted)
    is distinct from (summed.workouts, summed.precision, summed.weighted)`;

export async function findWrongOffsetDays(db: Database): Promise<unknown[]> {
  return (await db.$client.query<object>(wrongOffsetDays)).rows;
}

/** Lists everything that the model of strength has stored, in a fixed order. */
export async function listStrengths(db: Database): Promise<unknown[]> {
  const states = await db.$client.query<object>(
    'select * from strength_states order by sub, workout_type_id',
  );
  const marks = await db.$client.query<object>(
    `select workout_uuid, strength_mean, strength_sd, planned_chance, machine_offset,
      offset_precision, offset_weighted, last_machine_id, last_offset_weighted
      from workouts order by workout_uuid`,
  );
  return [...states.rows, ...marks.rows];
}
