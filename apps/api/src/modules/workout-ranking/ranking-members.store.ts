import { sql } from 'drizzle-orm';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Transaction } from '#db/database.ts';
import type { RankedMember } from './ranking-candidates.ts';

/**
 * Those of these members who want to be ranked. The profiles of all of them, ranked or not,
 * can't change until the transaction ends: whoever hides in this moment is not brought back,
 * and whoever comes back finds what was stored meanwhile. `alone`, to take away what another
 * may be comparing with.
 */
export async function holdRankedMembers(
  tx: Transaction,
  subs: readonly string[],
  how: 'together' | 'alone',
): Promise<Map<string, RankedMember>> {
  const { rows } = await tx.execute<{
    sub: string;
    nickname: string;
    weight: number | null;
    birthDate: string | null;
    sex: string | null;
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
 * Waits for workouts of a member that are being stored, by the links they hold. Only when a
 * profile is made: an older one is held by those who store, and then it would be a circle.
 */
export async function awaitStoring(tx: Transaction, sub: string): Promise<void> {
  await tx.execute(sql`
    select from tanren_connections where sub = ${sub} order by id for update`);
}
