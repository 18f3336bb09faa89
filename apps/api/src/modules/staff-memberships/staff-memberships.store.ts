import { and, asc, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { AppError } from '#app-error.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { subscriptionPlans } from '#db/schema/gyms.ts';
import {
  membershipEvents,
  type MembershipRequestRow,
  membershipRequests,
  memberships,
} from '#db/schema/memberships.ts';
import { isAfter, selectMicros, type TimePosition } from '#db/time-cursor.ts';
import { selectEvents, selectMemberships, selectRequests } from '#policies/membership-records.ts';

interface PageRange<P> {
  /** Where the page before ended; null: from the first one on. */
  readonly after: P | null;
  readonly limit: number;
}

/** What nobody has decided, the oldest first. */
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

/** Whose it is and where: what has to be locked before it is looked at. */
export async function findPlace(
  db: Queryable,
  membershipId: number,
): Promise<{ readonly sub: string | null; readonly gymId: number }> {
  const { id, sub, gymId } = memberships;
  const [found] = await db.select({ sub, gymId }).from(memberships).where(eq(id, membershipId));
  if (found === undefined) throw new AppError('not_found');
  return found;
}

/** Of a gym, the newest first. */
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
 * By how the name begins, in the order of the index, which is by bytes: another one would sort
 * everybody whose name begins so.
 */
export function selectByName(
  db: Queryable,
  ofGym: number,
  prefix: string,
  { after, limit }: PageRange<number>,
) {
  const { id, gymId, name } = memberships;
  const pattern = `${prefix.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const lowered = sql`lower(${name})`;
  return selectMemberships(
    db,
    and(eq(gymId, ofGym), sql`${lowered} like lower(${pattern})`, isBehind(lowered, after)),
  )
    .orderBy(sql`${lowered} using ~<~`, asc(id))
    .limit(limit);
}

/** The first condition alone leads to the place in the index, the second goes on from there. */
function isBehind(lowered: SQL, after: number | null): SQL | undefined {
  if (after === null) return undefined;
  const { id } = memberships;
  const last = sql`(select lower(name) from memberships as last where last.id = ${after})`;
  return sql`${lowered} ~>=~ ${last} and (${lowered} ~>~ ${last} or ${id} > ${after})`;
}

/** Undecided requests of a membership, the oldest first. */
export function selectRequestsOf(db: Queryable, membershipId: number) {
  const { id, decidedAt } = membershipRequests;
  const isOpen = and(eq(membershipRequests.membershipId, membershipId), isNull(decidedAt));
  return selectRequests(db, isOpen).orderBy(asc(id));
}

const mostEvents = 200;

export function selectEventsOf(db: Queryable, membershipId: number) {
  return selectEvents(db, eq(membershipEvents.membershipId, membershipId))
    .orderBy(desc(membershipEvents.id))
    .limit(mostEvents);
}

export async function namePlans(db: Queryable, gymId: number): Promise<Map<number, string>> {
  const { id, name } = subscriptionPlans;
  const plans = await db
    .select({ id, name })
    .from(subscriptionPlans)
    .where(eq(subscriptionPlans.gymId, gymId));
  return new Map(plans.map((plan) => [plan.id, plan.name]));
}
