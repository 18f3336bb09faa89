import { and, asc, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { subscriptionPlans } from '#db/schema/gyms.ts';
import {
  membershipEvents,
  type MembershipRequestRow,
  membershipRequests,
  memberships,
} from '#db/schema/memberships.ts';
import { userInfos } from '#db/schema/members.ts';
import {
  beginsWith,
  contains,
  isSingleCharacter,
  matchesContractName,
  maxSortedMatches,
} from '#db/name-search.ts';
import { isAfter, selectMicros, type TimePosition } from '#db/time-cursor.ts';
import {
  type FoundMembership,
  selectEvents,
  selectMemberships,
  selectRequests,
} from './membership-records.ts';

interface PageRange<P> {
  /** Position after which the page begins. `null` for the first page. */
  readonly after: P | null;
  readonly limit: number;
}

/** Selects the undecided requests of a gym, oldest first. */
export function selectOpenRequests(
  db: Queryable,
  ofGym: number,
  { after, limit }: PageRange<TimePosition>,
) {
  const { id, gymId, requestedAt, decidedAt } = membershipRequests;
  const rest = after === null ? undefined : isAfter(requestedAt, id, after);
  return db
    .select({ id, micros: selectMicros(requestedAt) })
    .from(membershipRequests)
    .where(and(eq(gymId, ofGym), isNull(decidedAt), rest))
    .orderBy(asc(requestedAt), asc(id))
    .limit(limit);
}

export async function listOpenRequests(
  db: Queryable,
  ofGym: number,
  range: PageRange<TimePosition>,
) {
  const page = await selectOpenRequests(db, ofGym, range);
  if (page.length === 0) return [];
  const ids = page.map((row) => row.id);
  const found = await selectRequests(db, inArray(membershipRequests.id, ids));
  const byId = new Map(found.map((request) => [request.row.id, request]));
  return page.flatMap((row) => {
    const request = byId.get(row.id);
    return request === undefined ? [] : [{ ...row, request }];
  });
}

export async function findRequest(
  db: Queryable,
  requestId: number,
): Promise<MembershipRequestRow | null> {
  const [found] = await db
    .select()
    .from(membershipRequests)
    .where(eq(membershipRequests.id, requestId));
  return found ?? null;
}

/** Writes the フリガナ. The version stays, because no other change depends on it. */
export async function updateNameKana(
  tx: Transaction,
  membershipId: number,
  nameKana: string | null,
): Promise<void> {
  await tx.update(memberships).set({ nameKana }).where(eq(memberships.id, membershipId));
}

export async function closeRequest(
  tx: Transaction,
  id: number,
  { outcome, membershipId }: Pick<MembershipRequestRow, 'outcome' | 'membershipId'>,
  now: Date,
): Promise<void> {
  await tx
    .update(membershipRequests)
    .set({ decidedAt: now, outcome, membershipId, email: null })
    .where(eq(membershipRequests.id, id));
}

/** Finds the member and the gym of a membership, which must be locked before it is read. */
export async function findPlace(
  db: Queryable,
  membershipId: number,
): Promise<{ readonly sub: string | null; readonly gymId: number }> {
  const { id, sub, gymId } = memberships;
  const [found] = await db.select({ sub, gymId }).from(memberships).where(eq(id, membershipId));
  if (found === undefined) throw new AppError('not_found');
  return found;
}

/** Selects the memberships of a gym, newest first. */
export function selectNewest(
  db: Queryable,
  ofGym: number,
  { after, limit }: PageRange<number>,
  which?: SQL,
) {
  const { id, gymId } = memberships;
  const rest = after === null ? undefined : lt(id, after);
  return selectMemberships(db, and(eq(gymId, ofGym), which, rest))
    .orderBy(desc(id))
    .limit(limit);
}

/**
 * Returns a query for contracts of a gym with the text in the name, in its フリガナ or in the member's
 * nickname, regardless of the spelling (`search_name`). A single character has to begin one of them.
 * Names that begin with the text come first, and then the フリガナ decides where it is known. The
 * query is `materialized`, because the planner might otherwise read all contracts of the gym for the
 * first few.
 */
export function queryByName(ofGym: number, part: string, { after, limit }: PageRange<number>): SQL {
  const text = sql`search_name(${part})`;
  const names = (of: SQL) =>
    sql`search_name(${of}.name) as name, search_name(${of}.name_kana) as kana`;
  const place = sql`strpos(name, ${text}) <> 1 and coalesce(strpos(kana, ${text}), 0) <> 1,
    coalesce(kana, name) collate "C"`;
  const rest =
    after === null
      ? sql`true`
      : sql`(${place}, id) > (
          select ${place}, id
          from (select id, ${names(sql`m`)} from ${memberships} m where id = ${after}) last
        )`;
  const nickname = sql`u.nickname`;
  const hasNickname = (isSingleCharacter(part) ? beginsWith : contains)(nickname, part);
  return sql`
    with found as materialized (
      (select m.id, ${names(sql`m`)} from ${memberships} m
        where ${matchesContractName(sql`m.name`, sql`m.name_kana`, part)} and m.gym_id = ${ofGym}
        limit ${maxSortedMatches})
      union
      (select m.id, ${names(sql`m`)} from ${userInfos} u
        join ${memberships} m on m.sub = u.sub and m.gym_id = ${ofGym}
        where ${hasNickname}
        limit ${maxSortedMatches})
    )
    select id from found where ${rest}
    order by ${place}, id limit ${limit}`;
}

export async function selectByName(
  db: Queryable,
  ofGym: number,
  part: string,
  range: PageRange<number>,
): Promise<FoundMembership[]> {
  const { rows } = await db.execute<{ id: number }>(queryByName(ofGym, part, range));
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const found = await selectMemberships(db, inArray(memberships.id, ids));
  const byId = new Map(found.map((membership) => [membership.row.id, membership]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Selects the undecided requests of a membership, oldest first. */
export function selectRequestsOf(db: Queryable, membershipId: number) {
  const { id, decidedAt } = membershipRequests;
  const isOpen = and(eq(membershipRequests.membershipId, membershipId), isNull(decidedAt));
  return selectRequests(db, isOpen).orderBy(asc(id));
}

const maxEvents = 200;

export function selectEventsOf(db: Queryable, membershipId: number) {
  return selectEvents(db, eq(membershipEvents.membershipId, membershipId))
    .orderBy(desc(membershipEvents.id))
    .limit(maxEvents);
}

export async function namePlans(db: Queryable, gymId: number): Promise<Map<number, string>> {
  const { id, name } = subscriptionPlans;
  const plans = await db
    .select({ id, name })
    .from(subscriptionPlans)
    .where(eq(subscriptionPlans.gymId, gymId));
  return new Map(plans.map((plan) => [plan.id, plan.name]));
}
