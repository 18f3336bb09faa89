import { and, count, eq, gt, inArray, isNull, max, type SQL, sql, sum } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { memberships } from '#db/schema/memberships.ts';
import { trainerLinks } from '#db/schema/trainers.ts';
import { trainingReservations } from '#db/schema/booking.ts';
import { userInfos, type UserInfoRow } from '#db/schema/members.ts';
import { workoutBests } from '#db/schema/workouts.ts';

export type FoundProfile = Pick<UserInfoRow, 'sub' | 'nickname' | 'createdAt' | 'rankingVisible'>;

export async function listProfiles(
  db: Queryable,
  subs: readonly string[],
): Promise<FoundProfile[]> {
  const { sub, nickname, createdAt, rankingVisible } = userInfos;
  return await db
    .select({ sub, nickname, createdAt, rankingVisible })
    .from(userInfos)
    .where(inArray(sub, [...subs]));
}

/**
 * Selects members by the beginning of the nickname, in the order of the index, which is by bytes.
 * Another order would sort all matches to show a few of them.
 */
export function selectByBeginning(db: Queryable, prefix: string, { after, limit }: NameRange) {
  const pattern = `${prefix.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const folded = sql`search_name(${userInfos.nickname})`;
  return db
    .select({ sub: userInfos.sub })
    .from(userInfos)
    .where(and(sql`${folded} like search_name(${pattern})`, isBehind(folded, after)))
    .orderBy(sql`${folded} using ~<~`, userInfos.sub)
    .limit(limit);
}

interface NameRange {
  /** Last member of the page before. `null` for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

/**
 * Returns the condition for members after the position. The first part alone finds the position in
 * the index, and the second continues from there.
 */
function isBehind(folded: SQL, after: string | null): SQL {
  if (after === null) return sql`true`;
  const name = sql`(select search_name(nickname) from user_infos as last where last.sub = ${after})`;
  return sql`${folded} ~>=~ ${name} and (${folded} ~>~ ${name} or sub > ${after})`;
}

/**
 * Returns a query for members with the text anywhere in the nickname. It is `materialized`, because
 * the planner might otherwise read all members for the first few, who may not exist. It reads the
 * members that the index finds and sorts them. A nickname with all pairs of characters may not
 * contain the whole text, so the query checks that too. It does not use `like`, whose wildcards may
 * be in the text.
 */
export function queryByPart(part: string, { after, limit }: NameRange): SQL {
  const folded = sql`search_name(nickname)`;
  return sql`
    with found as materialized (
      select sub, ${folded} as name from ${userInfos}
      where search_grams(${folded}) @> search_grams(search_name(${part}))
        and strpos(${folded}, search_name(${part})) > 1
    )
    select sub from found where ${isBehind(sql`name`, after)}
    order by name using ~<~, sub limit ${limit}`;
}

export async function selectByPart(
  db: Queryable,
  part: string,
  range: NameRange,
): Promise<{ sub: string }[]> {
  const { rows } = await db.execute<{ sub: string }>(queryByPart(part, range));
  return rows;
}

/**
 * Returns a query for members with the text in the name of a contract and not in the nickname, by
 * their ids.
 */
export function queryByContractName(part: string, { after, limit }: NameRange): SQL {
  const name = sql`search_name(${part})`;
  return sql`
    with found as materialized (
      select distinct m.sub from ${memberships} m
      where search_grams(search_name(m.name)) @> search_grams(${name})
        and strpos(search_name(m.name), ${name}) > 0 and m.sub is not null
    )
    select found.sub from found left join ${userInfos} u on u.sub = found.sub
    where coalesce(strpos(search_name(u.nickname), ${name}), 0) = 0
      and found.sub > ${after ?? lowestSub}::uuid
    order by found.sub limit ${limit}`;
}

const lowestSub = '00000000-0000-0000-0000-000000000000';

export async function selectByContractName(
  db: Queryable,
  part: string,
  range: NameRange,
): Promise<{ sub: string }[]> {
  const { rows } = await db.execute<{ sub: string }>(queryByContractName(part, range));
  return rows;
}

/**
 * Returns the member whose contract has the number, in any gym, or `null` without such an account.
 */
export async function findByNumber(db: Queryable, membershipId: number): Promise<string | null> {
  const { id, sub } = memberships;
  const [found] = await db.select({ sub }).from(memberships).where(eq(id, membershipId));
  return found?.sub ?? null;
}

export async function readTraining(
  db: Queryable,
  sub: string,
): Promise<{ workoutCount: number; lastWorkoutAt: Date | null }> {
  const [found] = await db
    .select({
      workoutCount: sum(workoutBests.workoutCount),
      lastWorkoutAt: max(workoutBests.lastAt),
    })
    .from(workoutBests)
    .where(eq(workoutBests.sub, sub));
  return {
    workoutCount: Number(found?.workoutCount ?? 0),
    lastWorkoutAt: found?.lastWorkoutAt ?? null,
  };
}

export async function countUpcoming(db: Queryable, sub: string, now: Date): Promise<number> {
  const { cancelledAt, startsAt } = trainingReservations;
  const [found] = await db
    .select({ reservations: count() })
    .from(trainingReservations)
    .where(and(eq(trainingReservations.sub, sub), gt(startsAt, now), isNull(cancelledAt)));
  return found?.reservations ?? 0;
}

export async function hasTrainer(db: Queryable, sub: string): Promise<boolean> {
  const links = await db
    .select({ id: trainerLinks.id })
    .from(trainerLinks)
    .where(and(eq(trainerLinks.memberSub, sub), isNull(trainerLinks.endedAt)));
  return links.length > 0;
}

export interface MemberView {
  readonly staffSub: string;
  readonly memberSub: string;
}
