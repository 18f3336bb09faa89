import { and, asc, countDistinct, eq, gt, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { gyms, type SubscriptionPlanRow, subscriptionPlans } from '#db/schema/gyms.ts';
import { membershipEvents, membershipRequests, membershipTerms } from '#db/schema/memberships.ts';
import { trainingReservations } from '#db/schema/booking.ts';
import type { SentPlan } from './gym-texts.ts';

/** Selects the plans of a gym that staff have not removed. */
export async function selectPlans(db: Queryable, gymId: number): Promise<SubscriptionPlanRow[]> {
  return await db
    .select()
    .from(subscriptionPlans)
    .where(and(eq(subscriptionPlans.gymId, gymId), isNull(subscriptionPlans.retiredAt)))
    .orderBy(asc(subscriptionPlans.position), asc(subscriptionPlans.id));
}

/** Counts, for each plan, the memberships that have it today or later. */
export async function countPlanMemberships(
  db: Queryable,
  gymId: number,
  today: string,
): Promise<Map<number, number>> {
  const { planId, membershipId, lastDay } = membershipTerms;
  const counted = await db
    .select({ planId, memberships: countDistinct(membershipId) })
    .from(membershipTerms)
    .innerJoin(subscriptionPlans, eq(subscriptionPlans.id, planId))
    .where(and(eq(subscriptionPlans.gymId, gymId), or(isNull(lastDay), gte(lastDay, today))))
    .groupBy(planId);
  return new Map(counted.map((row) => [row.planId, row.memberships]));
}

/** Writes the plans of a gym. A plan keeps its id, which memberships reference. */
export async function writePlans(
  tx: Transaction,
  gymId: number,
  plans: readonly SentPlan[],
): Promise<void> {
  for (const [at, { id, ...content }] of plans.entries()) {
    const plan = { ...content, gymId, position: at + 1 };
    if (id === undefined) await tx.insert(subscriptionPlans).values(plan);
    else await tx.update(subscriptionPlans).set(plan).where(eq(subscriptionPlans.id, id));
  }
}

/**
 * Removes plans. A plan that a membership, request or event references is marked as retired, so
 * that its members keep it. Other plans are deleted.
 */
export async function retirePlans(
  tx: Transaction,
  planIds: readonly number[],
  now: Date,
): Promise<void> {
  if (planIds.length === 0) return;
  const { id } = subscriptionPlans;
  const isNamed = or(
    ...[membershipTerms, membershipRequests, membershipEvents].map(
      (table) => sql`exists (select from ${table} where ${table.planId} = ${id})`,
    ),
  );
  await tx
    .update(subscriptionPlans)
    .set({ retiredAt: now })
    .where(and(inArray(id, [...planIds]), isNamed));
  await tx
    .delete(subscriptionPlans)
    .where(and(inArray(id, [...planIds]), isNull(subscriptionPlans.retiredAt)));
}

/**
 * Selects the members who reserved, in any gym, with a membership that has one of the plans at any
 * time.
 */
export function selectReservedWith(db: Queryable, planIds: readonly number[], now: Date) {
  const { sub, gymId, startsAt, cancelledAt, membershipId } = trainingReservations;
  const { planId } = membershipTerms;
  return (
    db
      .selectDistinct({ sub })
      .from(gyms)
      // The join begins with the gyms, so that the index of seats finds only upcoming reservations.
      .innerJoin(
        trainingReservations,
        and(eq(gymId, gyms.id), gt(startsAt, now), isNull(cancelledAt)),
      )
      .innerJoin(
        membershipTerms,
        and(eq(membershipTerms.membershipId, membershipId), inArray(planId, [...planIds])),
      )
  );
}
