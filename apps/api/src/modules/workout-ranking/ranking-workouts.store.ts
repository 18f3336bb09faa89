import { firstMonthDays } from '@tanren/domain/ranking-boards';
import { sql } from 'drizzle-orm';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Transaction } from '#db/database.ts';
import type { FirstMonth, RankedWorkout } from './ranking-candidates.ts';

export interface MemberType {
  readonly sub: string;
  readonly workoutTypeId: number;
}

export const memberTypeKey = ({ sub, workoutTypeId }: MemberType) => `${sub} ${workoutTypeId}`;

export interface KnownFirstMonth extends FirstMonth {
  /** Whether the member went on with the type afterwards. */
  readonly isOver: boolean;
}

const firstMonth = sql.raw(`interval '${firstMonthDays * 24} hours'`);

/** From the first workouts themselves: a short range of the index by member and type. */
export async function readFirstMonths(
  tx: Transaction,
  pairs: readonly MemberType[],
): Promise<Map<string, KnownFirstMonth>> {
  if (pairs.length === 0) return new Map();
  const { rows } = await tx.execute<{
    sub: string;
    workoutTypeId: number;
    startedAt: string;
    maxHg: number;
    tfoHg: number;
    isOver: boolean;
  }>(sql`
    select pair.sub, pair.type as "workoutTypeId", first.started_at as "startedAt",
      month.max_hg as "maxHg", month.tfo_hg as "tfoHg",
      exists (
        select from workouts
        where sub = pair.sub and workout_type_id = pair.type
          and started_at >= first.started_at + ${firstMonth}
      ) as "isOver"
    from unnest(${arrayLiteral(pairs.map(({ sub }) => sub))}::uuid[],
      ${arrayLiteral(pairs.map(({ workoutTypeId }) => workoutTypeId))}::smallint[]) as pair (sub, type)
    cross join lateral (
      select started_at from workouts
      where sub = pair.sub and workout_type_id = pair.type
      order by started_at limit 1
    ) as first
    cross join lateral (
      select max(max_hg) as max_hg, max(tfo_hg) as tfo_hg from workouts
      where sub = pair.sub and workout_type_id = pair.type
        and started_at < first.started_at + ${firstMonth}
    ) as month`);
  return new Map(
    rows.map((row) => [memberTypeKey(row), { ...row, startedAt: new Date(row.startedAt) }]),
  );
}

/**
 * Of a member, or of one type, those workouts that were better than all before them: in their
 * gym, in their month as far as it is kept, and before or after the first month. Whatever a
 * board makes of a record, the first that reached the best of it is among them.
 */
export async function listRecords(
  tx: Transaction,
  sub: string,
  workoutTypeId: number | null,
  keptSince: string,
): Promise<RankedWorkout[]> {
  const { rows } = await tx.execute<{
    workoutTypeId: number;
    gymId: number;
    startedAt: string;
    maxHg: number;
    tfoHg: number;
  }>(sql`
    with done as (
      select workout_type_id, gym_id, started_at, id, max_hg, tfo_hg,
        case when started_at >= ${keptSince}::timestamp at time zone 'Asia/Tokyo'
          then date_trunc('month', started_at at time zone 'Asia/Tokyo') end as month,
        started_at >= ${firstMonth}
          + min(started_at) over (partition by workout_type_id) as later
      from workouts
      where sub = ${sub} and (${workoutTypeId}::int is null or workout_type_id = ${workoutTypeId})
    ), compared as (
      select *, max(max_hg) over before as max_before, max(tfo_hg) over before as tfo_before
      from done
      window before as (
        partition by workout_type_id, gym_id, month, later order by started_at, id
        rows between unbounded preceding and 1 preceding
      )
    )
    select workout_type_id as "workoutTypeId", gym_id as "gymId", started_at as "startedAt",
      max_hg as "maxHg", tfo_hg as "tfoHg"
    from compared
    where max_before is null or max_hg > max_before or tfo_hg > tfo_before`);
  return rows.map((row) => ({ ...row, sub, startedAt: new Date(row.startedAt) }));
}
