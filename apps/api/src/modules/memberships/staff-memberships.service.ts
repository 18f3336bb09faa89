import { defaultPageLimit } from '@tanren/contract/endpoint';
import type {
  StaffMembership,
  StaffMembershipDetail,
  StaffMembershipRequest,
} from '@tanren/contract/memberships/staff-memberships';
import { desc, eq } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import { cutIdPage, readIdCursor } from '#db/id-cursor.ts';
import { gyms } from '#db/schema/gyms.ts';
import { memberships } from '#db/schema/memberships.ts';
import { cutPage, readTimeCursor } from '#db/time-cursor.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { logAuditEntry, logViewOfDay } from '#modules/staff/audit-log.service.ts';
import type { MemberAccounts } from '#modules/staff/find-members.service.ts';
import { viewMember } from '#modules/staff/staff-members.service.ts';
import type { CancelUncoveredReservations } from '#modules/gyms/affected-reservations.service.ts';
import {
  describeMemberships,
  describeRequests,
  type FoundMembership,
  selectMemberships,
  toWireEvent,
} from './membership-records.ts';
import { normalizeName } from './membership-texts.ts';
import {
  listOpenRequests,
  selectByName,
  selectEventsOf,
  selectNewest,
  selectRequestsOf,
} from './staff-memberships.store.ts';

export interface StaffMembershipParts {
  readonly lockAccount: LockAccount;
  /** `null` when accounts live in Amazon Cognito. */
  readonly accounts: MemberAccounts | null;
  readonly cancelUncoveredReservations: CancelUncoveredReservations;
}

interface PageRequest {
  readonly cursor?: string;
  readonly limit?: number;
}

interface RequestPage extends PageRequest {
  readonly staffSub: string;
  readonly gymId: number;
}

interface Page<T> {
  readonly items: T[];
  readonly nextCursor: string | null;
}

/** Returns the account and its nickname, which only staff see together with the name. */
function describePerson({ sub, nickname }: { sub: string | null; nickname: string | null }) {
  return { member: sub, nickname: sub === null ? null : nickname };
}

/** Reads a page of requests. The first view of each day is logged, because the list shows names. */
export async function readRequestPage(
  db: Queryable,
  { lockAccount }: Pick<StaffMembershipParts, 'lockAccount'>,
  { staffSub, gymId, cursor, limit = defaultPageLimit }: RequestPage,
  now: Date,
): Promise<Page<StaffMembershipRequest>> {
  const after = cursor === undefined ? null : readTimeCursor(cursor);
  const target = await requireGym(db, gymId);
  const view = { staffSub, action: 'membership.requests', target } as const;
  await logViewOfDay(db, lockAccount, view, now);
  const found = await listOpenRequests(db, gymId, { after, limit: limit + 1 });
  const { items, nextCursor } = cutPage(found, limit);
  const requests = items.map(({ request }) => request);
  const described = await describeRequests(db, requests, now);
  return {
    items: requests.map(({ row, nickname }, at) => {
      const request = described[at];
      if (request === undefined) throw new Error('a request was found that was not described');
      return { ...request, ...describePerson({ sub: row.sub, nickname }) };
    }),
    nextCursor,
  };
}

/** Returns the name of the gym. Throws `not_found` if it does not exist. */
export async function requireGym(db: Queryable, gymId: number): Promise<string> {
  const [found] = await db.select({ name: gyms.name }).from(gyms).where(eq(gyms.id, gymId));
  if (found === undefined) throw new AppError('not_found');
  return found.name;
}

interface MembershipSearch extends PageRequest {
  readonly gymId: number;
  readonly query?: string;
}

/** Searches memberships. Each page is logged, because it shows names. */
export async function searchMemberships(
  db: Queryable,
  { lockAccount }: StaffMembershipParts,
  staffSub: string,
  { gymId, query = '', cursor, limit = defaultPageLimit }: MembershipSearch,
  now: Date,
): Promise<Page<StaffMembership>> {
  const after = readIdCursor(cursor);
  return await db.transaction(async (tx) => {
    await lockAccount(tx, staffSub);
    await requireGym(tx, gymId);
    const { kind, rows } = await find(tx, gymId, query, { after, limit: limit + 1 });
    const { items, nextCursor } = cutIdPage(
      rows.map((found) => ({ ...found, id: found.row.id })),
      limit,
    );
    const more = cursor === undefined ? '' : '続き';
    const target = `会員契約・${kind}・${more}${items.length}件`;
    const [only] = items.length === 1 ? items : [];
    const sub = only?.row.sub ?? null;
    const about = sub === null ? {} : { memberSub: sub };
    await logAuditEntry(tx, { staffSub, action: 'member.search', target, ...about }, now);
    return { items: await describeForStaff(tx, items, now), nextCursor };
  });
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** A number as it is printed, or without its leading zeros. */
const membershipNumber = /^\d{1,10}$/;
const largestId = 2_147_483_647;

/**
 * Finds memberships by account, by number, or by a part of name or nickname. Returns the kind of
 * search for the log, which must not contain a name: the first character and the length suffice.
 */
async function find(
  db: Queryable,
  gymId: number,
  query: string,
  range: { readonly after: number | null; readonly limit: number },
): Promise<{ kind: string; rows: FoundMembership[] }> {
  const typed = normalizeName(query.normalize('NFKC'));
  if (typed === '') return { kind: '一覧', rows: await selectNewest(db, gymId, range) };
  if (uuid.test(typed)) {
    const isMember = eq(memberships.sub, typed.toLowerCase());
    return { kind: 'ID', rows: await selectNewest(db, gymId, range, isMember) };
  }
  if (membershipNumber.test(typed)) {
    const isNumber = eq(memberships.id, Math.min(Number(typed), largestId));
    return { kind: '会員番号', rows: await selectNewest(db, gymId, range, isNumber) };
  }
  const name = normalizeName(query);
  const characters = Array.from(name);
  const kind = `氏名「${characters[0] ?? ''}…」${characters.length}文字`;
  return { kind, rows: await selectByName(db, gymId, name, range) };
}

async function describeForStaff(
  db: Queryable,
  found: readonly FoundMembership[],
  now: Date,
): Promise<StaffMembership[]> {
  const described = await describeMemberships(db, found, now);
  return described.map((membership, at) => {
    const source = found[at];
    if (source === undefined) throw new Error('a membership was described that was not found');
    const { row, nickname } = source;
    return {
      ...membership,
      ...describePerson({ sub: row.sub, nickname }),
      version: row.version,
      joinedAt: row.joinedAt.toISOString(),
    };
  });
}

export async function readMembershipsOf(
  db: Queryable,
  parts: StaffMembershipParts,
  staffSub: string,
  memberSub: string,
  now: Date,
): Promise<StaffMembership[]> {
  return await viewMember(db, parts, { staffSub, memberSub }, now, async (tx) => {
    const { id, sub } = memberships;
    const found = await selectMemberships(tx, eq(sub, memberSub)).orderBy(desc(id));
    return await describeForStaff(tx, found, now);
  });
}

/** Reads a membership. Each view is logged. */
export async function viewMembership(
  db: Queryable,
  { lockAccount }: StaffMembershipParts,
  staffSub: string,
  membershipId: number,
  now: Date,
): Promise<StaffMembershipDetail> {
  return await db.transaction(async (tx) => {
    await lockAccount(tx, staffSub);
    const detail = await readDetail(tx, membershipId, now);
    const { member, gymName: target } = detail.membership;
    const about = member === null ? {} : { memberSub: member };
    await logAuditEntry(tx, { staffSub, action: 'membership.view', target, ...about }, now);
    return detail;
  });
}

export async function readDetail(
  db: Queryable,
  membershipId: number,
  now: Date,
): Promise<StaffMembershipDetail> {
  const found = await selectMemberships(db, eq(memberships.id, membershipId));
  const [membership] = await describeForStaff(db, found, now);
  if (membership === undefined) throw new AppError('not_found');
  return {
    membership,
    requests: await describeRequests(db, await selectRequestsOf(db, membershipId), now),
    events: (await selectEventsOf(db, membershipId)).map(toWireEvent),
  };
}
