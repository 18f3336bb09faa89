import { defaultPageLimit } from '@tanren/contract/endpoint';
import type { MembershipEvent, MyMemberships } from '@tanren/contract/memberships/memberships';
import { and, desc, eq, isNull, lt } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { cutIdPage, readIdCursor } from '#db/id-cursor.ts';
import { membershipEvents, membershipRequests, memberships } from '#db/schema/memberships.ts';
import {
  describeMemberships,
  describeRequests,
  selectEvents,
  selectMemberships,
  selectRequests,
  toWireEvent,
} from './membership-records.ts';

/**
 * Reads the member's memberships, newest first, and the requests that the gyms have not decided.
 */
export async function readMemberships(
  db: Queryable,
  sub: string,
  now: Date,
): Promise<MyMemberships> {
  const found = await selectMemberships(db, eq(memberships.sub, sub)).orderBy(desc(memberships.id));
  const { id, decidedAt } = membershipRequests;
  const isOpen = and(eq(membershipRequests.sub, sub), isNull(decidedAt));
  const requests = await selectRequests(db, isOpen).orderBy(desc(id));
  return {
    memberships: await describeMemberships(db, found, now),
    requests: await describeRequests(db, requests, now),
  };
}

interface PageRequest {
  readonly cursor?: string;
  readonly limit?: number;
}

export async function readEventPage(
  db: Queryable,
  sub: string,
  { cursor, limit = defaultPageLimit }: PageRequest,
): Promise<{ items: MembershipEvent[]; nextCursor: string | null }> {
  const before = readIdCursor(cursor);
  const { id } = membershipEvents;
  const rest = before === null ? undefined : lt(id, before);
  const found = await selectEvents(db, and(eq(membershipEvents.sub, sub), rest))
    .orderBy(desc(id))
    .limit(limit + 1);
  const rows = found.map((event) => ({ ...event, id: event.row.id }));
  const { items, nextCursor } = cutIdPage(rows, limit);
  return { items: items.map(toWireEvent), nextCursor };
}
