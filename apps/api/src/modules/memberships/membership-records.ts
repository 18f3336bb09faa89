import type {
  Membership,
  MembershipEvent,
  MembershipRequest,
  MembershipTerm,
} from '@tanren/contract/memberships/memberships';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { listStaffDecisions } from '@tanren/domain/memberships/membership-changes';
import { findRequestOfStep } from '@tanren/domain/memberships/membership-requests';
import {
  countVisits,
  firstOfMonth,
  membershipState,
  monthOf,
  type MonthVisits,
} from '@tanren/domain/memberships/memberships';
import { needsGuardian } from '@tanren/domain/memberships/minors';
import { asc, eq, inArray, type SQL } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { gyms, subscriptionPlans } from '#db/schema/gyms.ts';
import {
  membershipConfirmations,
  membershipEvents,
  membershipRequests,
  memberships,
  membershipTerms,
} from '#db/schema/memberships.ts';
import { userInfos } from '#db/schema/members.ts';
import { listConfirmationIds } from './confirmations/membership-confirmations.store.ts';
import { listNewestConsents, toWireGuardian } from './guardians/guardian-consents.store.ts';
import { listHeldMemberships } from './held-memberships.service.ts';
import { listSteps } from './membership-rows.ts';
import { toWirePlan } from '#modules/gyms/subscription-plans.service.ts';

/** Formats a membership number as the gym writes it: eight digits. */
export function formatNumber(membershipId: number): string {
  return String(membershipId).padStart(8, '0');
}

/** Selects memberships with the gym's name and the member's nickname. */
export function selectMemberships(db: Queryable, which: SQL | undefined) {
  return db
    .select({ row: memberships, gymName: gyms.name, nickname: userInfos.nickname })
    .from(memberships)
    .innerJoin(gyms, eq(gyms.id, memberships.gymId))
    .leftJoin(userInfos, eq(userInfos.sub, memberships.sub))
    .where(which)
    .$dynamic();
}

export type FoundMembership = Awaited<ReturnType<typeof selectMemberships>>[number];

/** Describes memberships in the same order, for members and staff. */
export async function describeMemberships(
  db: Queryable,
  found: readonly FoundMembership[],
  now: Date,
): Promise<Membership[]> {
  const ids = found.map(({ row }) => row.id);
  const terms = await listTerms(db, ids);
  const steps = await listSteps(db, ids);
  const visits = await listVisits(
    db,
    found.flatMap(({ row }) => row.sub ?? []),
    now,
  );
  const confirmations = await listConfirmationIds(db, ids);
  const today = toGymDay(now);
  return found.map(({ row, gymName }) => {
    const confirmationId = confirmations.get(row.id);
    const own = terms.get(row.id) ?? [];
    const plain = own.map(({ plan, ...term }) => ({ ...term, planId: plan.id }));
    return {
      membershipId: row.id,
      number: formatNumber(row.id),
      gymId: row.gymId,
      gymName,
      name: row.name,
      ...(row.nameKana === null ? {} : { nameKana: row.nameKana }),
      state: membershipState(plain, today),
      decidedByStaff: listStaffDecisions(plain, { history: steps.get(row.id) ?? [], today }),
      terms: own,
      visits: [today, firstOfMonth(today, 1)].flatMap((fromDay) =>
        describeMonth(own, fromDay, visits.get(row.id) ?? {}),
      ),
      ...(confirmationId === undefined ? {} : { confirmationId }),
    };
  });
}

async function listTerms(
  db: Queryable,
  membershipIds: readonly number[],
): Promise<Map<number, MembershipTerm[]>> {
  const byMembership = new Map<number, MembershipTerm[]>();
  if (membershipIds.length === 0) return byMembership;
  const { membershipId, fromDay, planId } = membershipTerms;
  const found = await db
    .select({ term: membershipTerms, plan: subscriptionPlans })
    .from(membershipTerms)
    .innerJoin(subscriptionPlans, eq(subscriptionPlans.id, planId))
    .where(inArray(membershipId, [...membershipIds]))
    .orderBy(asc(membershipId), asc(fromDay));
  for (const { term, plan } of found) {
    const { lastDay, paused } = term;
    const wire = { fromDay: term.fromDay, lastDay, plan: toWirePlan(plan), paused };
    byMembership.set(term.membershipId, [...(byMembership.get(term.membershipId) ?? []), wire]);
  }
  return byMembership;
}

type VisitsByMonth = Readonly<Record<string, MonthVisits>>;

async function listVisits(
  db: Queryable,
  subs: readonly string[],
  now: Date,
): Promise<Map<number, VisitsByMonth>> {
  const held = [...(await listHeldMemberships(db, subs, now)).values()].flat();
  return new Map(
    held.flatMap(({ membershipId, visits }) =>
      membershipId === null ? [] : [[membershipId, visits] as const],
    ),
  );
}

/**
 * Returns the visits of a month with the limit of the plan that is valid then, or later in that
 * month. Returns an empty list if the month has no day of the membership.
 */
function describeMonth(
  terms: readonly MembershipTerm[],
  fromDay: string,
  visits: VisitsByMonth,
): Membership['visits'] {
  const nextMonth = firstOfMonth(fromDay, 1);
  const inMonth = terms.filter(
    (term) => term.fromDay < nextMonth && (term.lastDay === null || fromDay <= term.lastDay),
  );
  const plan = (inMonth.find(({ paused }) => !paused) ?? inMonth[0])?.plan;
  if (plan === undefined) return [];
  const month = monthOf(fromDay);
  const used = countVisits(visits[month] ?? { kept: 0, noShows: 0 }, plan);
  return [{ month, used, limit: plan.visitsPerMonth }];
}

/** Selects requests with gym, plan and the nickname of the member. */
export function selectRequests(db: Queryable, which: SQL | undefined) {
  const { gymId, planId, sub } = membershipRequests;
  return db
    .select({
      row: membershipRequests,
      gymName: gyms.name,
      plan: subscriptionPlans,
      nickname: userInfos.nickname,
      confirmationId: membershipConfirmations.id,
    })
    .from(membershipRequests)
    .innerJoin(gyms, eq(gyms.id, gymId))
    .leftJoin(subscriptionPlans, eq(subscriptionPlans.id, planId))
    .leftJoin(userInfos, eq(userInfos.sub, sub))
    .leftJoin(membershipConfirmations, eq(membershipConfirmations.requestId, membershipRequests.id))
    .where(which)
    .$dynamic();
}

export type FoundRequest = Awaited<ReturnType<typeof selectRequests>>[number];

/** Describes requests in the same order, for members and staff. */
export async function describeRequests(
  db: Queryable,
  found: readonly FoundRequest[],
  now: Date,
): Promise<MembershipRequest[]> {
  const today = toGymDay(now);
  const isMinor = ({ row: { kind, birthDate } }: FoundRequest) =>
    kind === 'join' && birthDate !== null && needsGuardian(birthDate, today);
  const minors = found.filter(isMinor).map(({ row }) => row.id);
  const consents = await listNewestConsents(db, minors);
  return found.map((request) => ({
    ...toWireRequest(request),
    ...(isMinor(request) ? { guardian: toWireGuardian(consents.get(request.row.id), now) } : {}),
  }));
}

function toWireRequest(found: FoundRequest): MembershipRequest {
  const { row, gymName, plan, confirmationId } = found;
  return {
    requestId: row.id,
    kind: row.kind,
    gymId: row.gymId,
    gymName,
    membershipId: row.membershipId,
    name: row.name,
    ...(row.nameKana === null ? {} : { nameKana: row.nameKana }),
    plan: plan === null ? null : toWirePlan(plan),
    fromDay: row.fromDay,
    lastDay: row.lastDay,
    note: row.note,
    requestedAt: row.requestedAt.toISOString(),
    ...(confirmationId === null ? {} : { confirmationId }),
  };
}

export function selectEvents(db: Queryable, which: SQL | undefined) {
  const { gymId, planId } = membershipEvents;
  return db
    .select({ row: membershipEvents, gymName: gyms.name, planName: subscriptionPlans.name })
    .from(membershipEvents)
    .innerJoin(gyms, eq(gyms.id, gymId))
    .leftJoin(subscriptionPlans, eq(subscriptionPlans.id, planId))
    .where(which)
    .$dynamic();
}

export type FoundEvent = Awaited<ReturnType<typeof selectEvents>>[number];

export function toWireEvent({ row, gymName, planName }: FoundEvent): MembershipEvent {
  const { kind, by, gymId, membershipId, fromDay, lastDay, count, reason } = row;
  return {
    eventId: row.id,
    at: row.at.toISOString(),
    kind,
    by,
    gymId,
    gymName,
    membershipId,
    request: findRequestOfStep(row),
    planName,
    fromDay,
    lastDay,
    count,
    reason,
  };
}
