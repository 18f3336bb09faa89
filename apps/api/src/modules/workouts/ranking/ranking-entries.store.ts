import type { Sex } from '@tanren/domain/members/profile';
import { firstMonthDays, rankedFields, type RankedRecords } from '@tanren/domain/workouts/rankings';
import { sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Transaction } from '#db/database.ts';
import { nameStatement } from '#db/named-statement.ts';
import { withheldRecords } from '#db/schema/workout-records.ts';
import { workouts } from '#db/schema/workouts.ts';
import type {
  FirstMonth,
  RankedMember,
  RankedWorkout,
  RankingCandidate,
} from './ranking-candidates.ts';

/**
 * Returns the members among these who want to be ranked. The profiles of all of them are locked
 * until the transaction ends: a member who hides meanwhile is not ranked again, and a member who
 * becomes visible again finds what was stored meanwhile. `alone` locks exclusively, to delete
 * entries that another transaction may be comparing with.
 */
export async function lockRankedMembers(
  tx: Transaction,
  subs: readonly string[],
  how: 'together' | 'alone',
): Promise<Map<string, RankedMember>> {
  const { rows } = await tx.execute<{
    sub: string;
    nickname: string;
    weight: number | null;
    birthDate: string | null;
    sex: Sex | null;
    visible: boolean;
  }>(sql`
    select sub, nickname, weight::float8 as weight, birth_date::text as "birthDate", sex,
      ranking_visible as visible
    from user_infos where sub = any(${arrayLiteral(subs)}::uuid[])
    order by sub
    for ${how === 'alone' ? sql`no key update` : sql`share`}`);
  return new Map(rows.filter(({ visible }) => visible).map((row) => [row.sub, row]));
}

/**
 * Waits for workouts of a member that are being stored, by locking their links. It is called only
 * for a new profile. Transactions that store workouts lock an existing profile, so waiting for them
 * there would be a deadlock.
 */
export async function awaitStoring(tx: Transaction, sub: string): Promise<void> {
  await tx.execute(sql`
    select from tanren_connections where sub = ${sub} order by id for update`);
}

interface MemberType {
  readonly sub: string;
  readonly workoutTypeId: number;
}

export const memberTypeKey = ({ sub, workoutTypeId }: MemberType) => `${sub} ${workoutTypeId}`;

export interface KnownFirstMonth extends FirstMonth {
  /** Whether the member went on with the type afterwards. */
  readonly isOver: boolean;
}

const firstMonth = sql.raw(`interval '${firstMonthDays * 24} hours'`);

/** Writes SQL for each column that rankings compare, such as `max_hg`, with its field. */
function writeColumns(
  write: (column: string, field: keyof RankedRecords) => string,
  separator = ', ',
) {
  const written = rankedFields.map((field) => write(workouts[field].name, field));
  return sql.raw(written.join(separator));
}

const columns = writeColumns((column) => column);
const bestColumns = writeColumns((column) => `max(${column}) as ${column}`);
/** The same columns, which must also be among those of the withheld records. */
const withheldColumns = sql.raw(
  rankedFields.map((field) => withheldRecords[field].name).join(', '),
);

const firstMonths = nameStatement<
  MemberType & Omit<KnownFirstMonth, 'startedAt'> & { readonly startedAt: string }
>(
  'ranking-first-months',
  sql`
  with pair as (
    select * from unnest(${sql.placeholder('subs')}::uuid[],
      ${sql.placeholder('types')}::smallint[]) as p (sub, type)
  ), withheld as materialized (
    select pair.sub, pair.type, min(started_at) as first_at
    from pair join withheld_records h on h.sub = pair.sub and h.workout_type_id = pair.type
    group by 1, 2
  )
  select pair.sub, pair.type as "workoutTypeId", first.started_at as "startedAt",
    ${writeColumns((name, field) => `coalesce(usual.${name}, changed.${name}) as "${field}"`)},
    exists (
      select from workouts
      where sub = pair.sub and workout_type_id = pair.type
        and started_at >= first.started_at + ${firstMonth}
    ) as "isOver"
  from pair left join withheld on withheld.sub = pair.sub and withheld.type = pair.type
  cross join lateral (
    select least((
      select started_at from workouts
      where sub = pair.sub and workout_type_id = pair.type
      order by started_at limit 1
    ), withheld.first_at) as started_at
  ) as first
  cross join lateral (
    -- Nearly all members withhold nothing, so only their workouts are read.
    select ${bestColumns} from workouts
    where withheld.sub is null and sub = pair.sub and workout_type_id = pair.type
      and started_at < first.started_at + ${firstMonth}
  ) as usual
  cross join lateral (
    select ${bestColumns} from (
      select ${columns} from workouts
      where withheld.sub is not null and sub = pair.sub and workout_type_id = pair.type
        and started_at < first.started_at + ${firstMonth}
      union all
      select ${withheldColumns} from withheld_records
      where withheld.sub is not null and sub = pair.sub and workout_type_id = pair.type
        and started_at < first.started_at + ${firstMonth}
    ) as lifted
  ) as changed
  where first.started_at is not null`,
);

/**
 * Reads the first months from the workouts themselves, with a short range of the index by member
 * and type. Workouts that the member rejected or corrected without staff count with their original
 * values, so that taking a record away never increases growth.
 */
export async function readFirstMonths(
  tx: Transaction,
  pairs: readonly MemberType[],
): Promise<Map<string, KnownFirstMonth>> {
  if (pairs.length === 0) return new Map();
  const rows = await firstMonths(tx, {
    subs: arrayLiteral(pairs.map(({ sub }) => sub)),
    types: arrayLiteral(pairs.map(({ workoutTypeId }) => workoutTypeId)),
  });
  return new Map(
    rows.map((row) => [memberTypeKey(row), { ...row, startedAt: new Date(row.startedAt) }]),
  );
}

/** Columns with the best of all earlier workouts. The first workout is better than -1. */
const earlierBests = writeColumns(
  (column) => `coalesce(max(${column}) over before, -1) as ${column}_before`,
);

/**
 * Lists the workouts of a member, or of one of the member's types, that were better than all
 * earlier ones: in their gym, in their month if months are stored that far back, and before or
 * after the first month. For every board they include the first workout that reached its best.
 * Corrections that staff have not confirmed are left out.
 */
export async function listRecords(
  tx: Transaction,
  sub: string,
  workoutTypeId: number | null,
  retainedSince: string,
): Promise<RankedWorkout[]> {
  const { rows } = await tx.execute<
    RankedRecords & { workoutTypeId: number; gymId: number; startedAt: string }
  >(sql`
    with withheld as (
      select workout_type_id, min(started_at) as first_at from withheld_records
      where sub = ${sub} group by workout_type_id
    ), done as (
      select w.workout_type_id, gym_id, started_at, id, ${columns},
        case when started_at >= ${retainedSince}::timestamp at time zone 'Asia/Tokyo'
          then date_trunc('month', started_at at time zone 'Asia/Tokyo') end as month,
        started_at >= ${firstMonth}
          + least(min(started_at) over (partition by w.workout_type_id), first_at) as later
      from workouts w left join withheld using (workout_type_id)
      where sub = ${sub} and (${workoutTypeId}::int is null or workout_type_id = ${workoutTypeId})
        and correction_state is distinct from 'pending'
    ), compared as (
      select *, ${earlierBests}
      from done
      window before as (
        partition by workout_type_id, gym_id, month, later order by started_at, id
        rows between unbounded preceding and 1 preceding
      )
    )
    select workout_type_id as "workoutTypeId", gym_id as "gymId", started_at as "startedAt",
      ${writeColumns((column, field) => `${column} as "${field}"`)}
    from compared
    where ${writeColumns((column) => `${column} > ${column}_before`, ' or ')}`);
  return rows.map((row) => ({ ...row, sub, startedAt: new Date(row.startedAt) }));
}

/**
 * Locks workout types, all at once and in order, before a transaction changes their entries. Many
 * members share the rows of the counts, so transactions that lock them in different orders would
 * deadlock.
 */
export async function lockTypes(tx: Transaction, types: readonly number[]): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(${advisoryLocks.rankings}::int, type)
    from (select distinct unnest(${arrayLiteral(types)}::int[]) as type order by 1) as types`);
}

/** The workout type, which bits 23 to 30 of a board's key contain. */
const typeOf = sql.raw('(board >> 23 & 255)::int');

export async function listEnteredTypes(tx: Transaction, sub: string): Promise<number[]> {
  const { rows } = await tx.execute<{ type: number }>(sql`
    select distinct ${typeOf} as type from ranking_entries where sub = ${sub}`);
  return rows.map(({ type }) => type);
}

const raisedEntries = nameStatement(
  'raised-ranking-entries',
  sql`
  with better as materialized (
    select board, sub, value, achieved_on, nickname
    from unnest(
      ${sql.placeholder('board')}::bigint[],
      ${sql.placeholder('sub')}::uuid[],
      ${sql.placeholder('value')}::int[],
      ${sql.placeholder('achievedOn')}::date[],
      ${sql.placeholder('nickname')}::text[]
    ) as candidate (board, sub, value, achieved_on, nickname)
    where not exists (
      select from ranking_entries e
      where e.board = candidate.board and e.sub = candidate.sub
        and (e.value > candidate.value
          or (e.value = candidate.value and e.achieved_on <= candidate.achieved_on))
    )
  ), locked as materialized (
    select count(pg_advisory_xact_lock(${advisoryLocks.rankings}::int, type)) as types
    from (select distinct ${typeOf} as type from better order by 1) as types
  )
  insert into ranking_entries as known (board, sub, value, achieved_on, nickname)
  select board, sub, value, achieved_on, nickname from better
  where (select types from locked) > 0
  on conflict (board, sub) do update
  set value = excluded.value, achieved_on = excluded.achieved_on, nickname = excluded.nickname
  where excluded.value > known.value
    or (excluded.value = known.value and excluded.achieved_on < known.achieved_on)`,
);

/**
 * Writes the candidates that are better than the stored entries. Most workouts are not a best, so
 * they cost only a read.
 */
export async function raiseEntries(
  tx: Transaction,
  candidates: readonly RankingCandidate[],
): Promise<void> {
  if (candidates.length === 0) return;
  await raisedEntries(tx, {
    board: arrayLiteral(candidates.map(({ board }) => board)),
    sub: arrayLiteral(candidates.map(({ sub }) => sub)),
    value: arrayLiteral(candidates.map(({ value }) => value)),
    achievedOn: arrayLiteral(candidates.map(({ achievedOn }) => achievedOn)),
    nickname: arrayLiteral(candidates.map(({ nickname }) => nickname)),
  });
}

/** Deletes all entries of a member, or those of one type. The caller has locked the types. */
export async function deleteEntries(
  tx: Transaction,
  sub: string,
  workoutTypeId: number | null,
): Promise<void> {
  await tx.execute(sql`
    delete from ranking_entries
    where sub = ${sub} and (${workoutTypeId}::int is null or ${typeOf} = ${workoutTypeId})`);
}

/**
 * Changes the nickname of a member's entries. It changes no count, so only the profile needs a
 * lock.
 */
export async function renameEntries(tx: Transaction, sub: string, nickname: string): Promise<void> {
  await tx.execute(sql`update ranking_entries set nickname = ${nickname} where sub = ${sub}`);
}
