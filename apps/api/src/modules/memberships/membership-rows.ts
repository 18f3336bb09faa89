import type { PastStep } from '@tanren/domain/memberships/membership-changes';
import type { MembershipTerms } from '@tanren/domain/memberships/memberships';
import { and, asc, eq, gte, inArray, isNull, or } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { type GymRow, gyms, type SubscriptionPlanRow, subscriptionPlans } from '#db/schema/gyms.ts';
import {
  membershipEvents,
  membershipRequests,
  type MembershipRow,
  memberships,
  membershipTerms,
} from '#db/schema/memberships.ts';
import { lockGymRulesShared } from '#modules/gyms/gym-rules.service.ts';
import { readJoining } from '#modules/gyms/legal-notices.service.ts';
import { lockMemberReservations } from './held-memberships.service.ts';

/**
 * Locks a member with all reservations, then the rules and plans of the gym, in the same order as
 * reserving. The caller reads memberships and requests only after this. The returned gym accepts new
 * members as it does now, with or without a complete legal notice.
 */
export async function lockMembership(
  tx: Transaction,
  { sub, gymId }: { readonly sub: string | null; readonly gymId: number },
): Promise<GymRow> {
  if (sub !== null) await lockMemberReservations(tx, sub);
  await lockGymRulesShared(tx, gymId);
  const [gym] = await tx.select().from(gyms).where(eq(gyms.id, gymId));
  if (gym === undefined) throw new AppError('not_found');
  return { ...gym, joining: await readJoining(tx, gym) };
}

export interface LockedMembership {
  readonly row: MembershipRow;
  readonly terms: MembershipTerms;
}

/**
 * Finds a membership and locks its row, because a membership without an account has no other lock.
 */
export async function findMembership(
  tx: Transaction,
  membershipId: number,
): Promise<LockedMembership | null> {
  const [row] = await tx
    .select()
    .from(memberships)
    .where(eq(memberships.id, membershipId))
    .for('update');
  if (row === undefined) return null;
  const { fromDay, lastDay, planId, paused } = membershipTerms;
  const terms = await tx
    .select({ fromDay, lastDay, planId, paused })
    .from(membershipTerms)
    .where(eq(membershipTerms.membershipId, membershipId))
    .orderBy(asc(fromDay));
  return { row, terms };
}

interface MemberOfGym {
  readonly sub: string;
  readonly gymId: number;
}

/**
 * Rejects a second membership in one gym while there is a request, or a membership that is not
 * over.
 */
export async function rejectSecond(
  tx: Transaction,
  { sub, gymId }: MemberOfGym,
  today: string,
): Promise<void> {
  const { lastDay, membershipId } = membershipTerms;
  const [known] = await tx
    .select({ membershipId })
    .from(memberships)
    .innerJoin(membershipTerms, eq(membershipId, memberships.id))
    .where(
      and(
        eq(memberships.sub, sub),
        eq(memberships.gymId, gymId),
        or(isNull(lastDay), gte(lastDay, today)),
      ),
    )
    .limit(1);
  if (known !== undefined) throw new AppError('membership_exists');
}

export async function rejectPending(tx: Transaction, { sub, gymId }: MemberOfGym): Promise<void> {
  const { id, decidedAt } = membershipRequests;
  const [open] = await tx
    .select({ id })
    .from(membershipRequests)
    .where(
      and(eq(membershipRequests.sub, sub), eq(membershipRequests.gymId, gymId), isNull(decidedAt)),
    );
  if (open !== undefined) throw new AppError('request_pending');
}

/** Returns a plan of the gym. Members can choose only plans that are offered, staff any plan. */
export async function requirePlan(
  db: Queryable,
  { gymId, planId }: { readonly gymId: number; readonly planId: number },
  by: 'member' | 'staff',
): Promise<SubscriptionPlanRow> {
  const { id } = subscriptionPlans;
  const [plan] = await db
    .select()
    .from(subscriptionPlans)
    .where(and(eq(id, planId), eq(subscriptionPlans.gymId, gymId)));
  if (plan === undefined) throw new AppError('not_found');
  const isOffered = plan.retiredAt === null && (by === 'staff' || plan.offered);
  if (!isOffered) throw new AppError('plan_not_offered');
  return plan;
}

export interface NewMembership extends MemberOfGym {
  readonly name: string;
  readonly nameKana: string | null;
  readonly email: string | null;
  readonly terms: MembershipTerms;
}

/** Inserts a membership. The caller has locked the member and rejected a second one. */
export async function insertMembership(
  tx: Transaction,
  { terms, ...membership }: NewMembership,
  now: Date,
): Promise<number> {
  const [made] = await tx
    .insert(memberships)
    .values({ ...membership, joinedAt: now })
    .returning({ id: memberships.id });
  if (made === undefined) throw new Error('an inserted row was not returned');
  await writeTerms(tx, made.id, terms);
  return made.id;
}

async function writeTerms(
  tx: Transaction,
  membershipId: number,
  terms: MembershipTerms,
): Promise<void> {
  if (terms.length === 0) return;
  await tx.insert(membershipTerms).values(terms.map((term) => ({ ...term, membershipId })));
}

/**
 * Updates a membership. The caller has locked the row. A step without new terms leaves them
 * unchanged.
 */
export async function updateMembership(
  tx: Transaction,
  { row, email, terms }: { row: MembershipRow; email: string | null; terms?: MembershipTerms },
): Promise<void> {
  const { id, version } = row;
  await tx
    .update(memberships)
    .set({ version: version + 1, email })
    .where(eq(memberships.id, id));
  if (terms === undefined) return;
  await tx.delete(membershipTerms).where(eq(membershipTerms.membershipId, id));
  await writeTerms(tx, id, terms);
}

/** Returns the history of each membership, the oldest step first. */
export async function listSteps(
  db: Queryable,
  ofMemberships: readonly number[],
): Promise<Map<number, PastStep[]>> {
  const { id, membershipId, kind, by, request, fromDay, lastDay } = membershipEvents;
  const byMembership = new Map<number, PastStep[]>();
  if (ofMemberships.length === 0) return byMembership;
  const found = await db
    .select({ membershipId, step: { kind, by, request, fromDay, lastDay } })
    .from(membershipEvents)
    .where(inArray(membershipId, [...ofMemberships]))
    .orderBy(asc(id));
  for (const { membershipId: ofStep, step } of found) {
    if (ofStep === null) continue;
    const known = byMembership.get(ofStep);
    if (known === undefined) byMembership.set(ofStep, [step]);
    else known.push(step);
  }
  return byMembership;
}

type NewEvent = Omit<typeof membershipEvents.$inferInsert, 'id'>;

export async function insertEvent(tx: Transaction, event: NewEvent): Promise<void> {
  await tx.insert(membershipEvents).values(event);
}
