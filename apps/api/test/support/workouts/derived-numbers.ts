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
      (array_agg(id order by tfo_hg desc, nth))[1] as tfo_workout_id, max(firm) as one_rep_max_hg,
      (array_agg(id order by firm desc, nth) filter (where firm is not null))[1]
        as one_rep_max_workout_id,
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
  where (e.workout_count, e.max_hg, e.max_workout_id, e.tfo_hg, e.tfo_workout_id,
      e.one_rep_max_hg, e.one_rep_max_workout_id, e.last_workout_id)
    is distinct from (b.workout_count, b.max_hg, b.max_workout_id, b.tfo_hg, b.tfo_workout_id,
      b.one_rep_max_hg, b.one_rep_max_workout_id, b.last_workout_id)`;

export async function findWrongBests(db: Database): Promise<string[]> {
  const { rows } = await db.$client.query<{ difference: string }>(differences);
  return rows.map(({ difference }) => difference);
}
