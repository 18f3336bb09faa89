import { sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Transaction } from '#db/database.ts';
import type { RankingCandidate } from './ranking-candidates.ts';

/**
 * Whoever changes entries holds their types meanwhile, all of them taken at once and in order:
 * the counts kept beside the entries are rows that many members share, and statements that met
 * there in different orders would wait for each other in a circle.
 */
export async function holdTypes(tx: Transaction, types: readonly number[]): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(${advisoryLocks.rankings}::int, type)
    from (select distinct unnest(${arrayLiteral(types)}::int[]) as type order by 1) as types`);
}

/** The type stands in bits 23 to 30 of a board's key. */
const typeOf = sql.raw('(board >> 23 & 255)::int');

export async function listEnteredTypes(tx: Transaction, sub: string): Promise<number[]> {
  const { rows } = await tx.execute<{ type: number }>(sql`
    select distinct ${typeOf} as type from ranking_entries where sub = ${sub}`);
  return rows.map(({ type }) => type);
}

/** Writes what is better than what is there. Most workouts are no best: those cost a look only. */
export async function raiseEntries(
  tx: Transaction,
  candidates: readonly RankingCandidate[],
): Promise<void> {
  if (candidates.length === 0) return;
  await tx.execute(sql`
    with better as materialized (
      select board, sub, value, achieved_on, nickname
      from unnest(
        ${arrayLiteral(candidates.map(({ board }) => board))}::bigint[],
        ${arrayLiteral(candidates.map(({ sub }) => sub))}::uuid[],
        ${arrayLiteral(candidates.map(({ value }) => value))}::int[],
        ${arrayLiteral(candidates.map(({ achievedOn }) => achievedOn))}::date[],
        ${arrayLiteral(candidates.map(({ nickname }) => nickname))}::text[]
      ) as candidate (board, sub, value, achieved_on, nickname)
      where not exists (
        select from ranking_entries e
        where e.board = candidate.board and e.sub = candidate.sub
          and (e.value > candidate.value
            or (e.value = candidate.value and e.achieved_on <= candidate.achieved_on))
      )
    ), held as materialized (
      select count(pg_advisory_xact_lock(${advisoryLocks.rankings}::int, type)) as types
      from (select distinct ${typeOf} as type from better order by 1) as types
    )
    insert into ranking_entries as known (board, sub, value, achieved_on, nickname)
    select board, sub, value, achieved_on, nickname from better
    where (select types from held) > 0
    on conflict (board, sub) do update
    set value = excluded.value, achieved_on = excluded.achieved_on, nickname = excluded.nickname
    where excluded.value > known.value
      or (excluded.value = known.value and excluded.achieved_on < known.achieved_on)`);
}

/** All of a member, or of one type; the types are held. */
export async function deleteEntries(
  tx: Transaction,
  sub: string,
  workoutTypeId: number | null,
): Promise<void> {
  await tx.execute(sql`
    delete from ranking_entries
    where sub = ${sub} and (${workoutTypeId}::int is null or ${typeOf} = ${workoutTypeId})`);
}

/** Changes no count, so nothing needs to be held but the profile. */
export async function renameEntries(tx: Transaction, sub: string, nickname: string): Promise<void> {
  await tx.execute(sql`update ranking_entries set nickname = ${nickname} where sub = ${sub}`);
}
