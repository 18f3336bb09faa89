import { and, count, desc, eq, gt, inArray, isNull, max, type SQL, sql, sum } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import {
  beginsWith,
  contains,
  isSingleCharacter,
  matchesContractName,
  maxSortedMatches,
} from '#db/name-search.ts';
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

interface ContractName {
  readonly name: string;
  /** フリガナ of the name. `null` when it is not known. */
  readonly nameKana: string | null;
}

/** Lists the names in the newest contract of each member who has one. */
export async function listContractNames(
  db: Queryable,
  subs: readonly string[],
): Promise<Map<string | null, ContractName>> {
  const { id, sub, name, nameKana } = memberships;
  const rows = await db
    .selectDistinctOn([sub], { sub, name, nameKana })
    .from(memberships)
    .where(inArray(sub, [...subs]))
    .orderBy(sub, desc(id));
  return new Map(rows.map((row) => [row.sub, row]));
}

/**
 * Selects members by the beginning of the nickname, in the order of the index, which is by bytes.
 * Another order would sort all matches to show a few of them.
 */
export function selectByBeginning(db: Queryable, prefix: string, { after, limit }: NameRange) {
  const folded = sql`search_name(${userInfos.nickname})`;
  return db
    .select({ sub: userInfos.sub })
    .from(userInfos)
    .where(and(beginsWith(sql`${userInfos.nickname}`, prefix), isBehind(folded, after)))
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
 * Returns a query for members with the text in the nickname, but not at its beginning. It is
 * `materialized`, because the planner might otherwise read all members for the first few, who may
 * not exist. It reads the members that the index finds and sorts them.
 */
export function queryByPart(part: string, { after, limit }: NameRange): SQL {
  const folded = sql`search_name(nickname)`;
  return sql`
    with found as materialized (
      select sub, ${folded} as name from ${userInfos}
      where ${contains(sql`nickname`, part)} and strpos(${folded}, search_name(${part})) > 1
      limit ${maxSortedMatches}
    )
    select sub from found where ${isBehind(sql`name`, after)}
    order by name using ~<~, sub limit ${limit}`;
}

/** Selects members by a part of the nickname. A single character only matches beginnings. */
export async function selectByPart(
  db: Queryable,
  part: string,
  range: NameRange,
): Promise<{ sub: string }[]> {
  if (isSingleCharacter(part)) return [];
  const { rows } = await db.execute<{ sub: string }>(queryByPart(part, range));
  return rows;
}

/**
 * Returns a query for members who are found by the name of a contract or its フリガナ, and not by the
 * nickname, by their ids.
 */
export function queryByContractName(part: string, { after, limit }: NameRange): SQL {
  const position = sql`coalesce(strpos(search_name(u.nickname), search_name(${part})), 0)`;
  const lacksNickname = isSingleCharacter(part) ? sql`${position} <> 1` : sql`${position} = 0`;
  return sql`
    with found as materialized (
      select m.sub from ${memberships} m
      where ${matchesContractName(sql`m.name`, sql`m.name_kana`, part)} and m.sub is not null
      limit ${maxSortedMatches}
    )
    select distinct found.sub from found left join ${userInfos} u on u.sub = found.sub
    where ${lacksNickname}
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
