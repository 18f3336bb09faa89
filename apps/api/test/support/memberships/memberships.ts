import type { MembershipTerm } from '@tanren/domain/memberships/memberships';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { gyms, subscriptionPlans } from '#db/schema/gyms.ts';
import { memberships, membershipTerms } from '#db/schema/memberships.ts';

type NewPlan = typeof subscriptionPlans.$inferInsert;

/** Adds a plan that allows everything. Tests restrict it. It is not offered by its gym. */
export async function addPlan(
  db: Database,
  gymId: number,
  rights: Partial<NewPlan> = {},
): Promise<number> {
  const texts = { name: 'レギュラー', description: '', price: 8800, per: 'month' } as const;
  const [plan] = await db
    .insert(subscriptionPlans)
    .values({ gymId, position: 0, ...texts, offered: false, retiredAt: new Date(0), ...rights })
    .returning();
  if (plan === undefined) throw new Error('no plan was made');
  return plan.id;
}

interface TestMembership {
  readonly sub: string;
  readonly gymId: number;
  readonly planId: number;
  /** All days by default. */
  readonly terms?: readonly Partial<MembershipTerm>[];
}

/** Adds a membership as if the member had joined. Returns its id. */
export async function addMembership(
  db: Database,
  { sub, gymId, planId, terms = [{}] }: TestMembership,
): Promise<number> {
  const [made] = await db
    .insert(memberships)
    .values({ sub, gymId, name: '山田 太郎', joinedAt: new Date(0) })
    .returning();
  if (made === undefined) throw new Error('no membership was made');
  const membershipId = made.id;
  const rows = terms.map((term) => ({ membershipId, planId, fromDay: '2000-01-01', ...term }));
  if (rows.length > 0) await db.insert(membershipTerms).values(rows);
  return membershipId;
}

export type Join = (sub: string, gymId: number) => Promise<void>;

/**
 * Adds a membership at a member's first visit to a gym, with a plan that allows everything: most
 * reservation tests are not about memberships.
 */
export function createJoin(db: Database): Join {
  const plans = new Map<number, Promise<number>>();
  const joined = new Map<string, Promise<void>>();
  async function join(sub: string, gymId: number): Promise<void> {
    if ((await db.$count(gyms, eq(gyms.id, gymId))) === 0) return;
    const known = plans.get(gymId) ?? addPlan(db, gymId);
    plans.set(gymId, known);
    await addMembership(db, { sub, gymId, planId: await known });
  }
  return async (sub, gymId) => {
    const key = `${sub} ${gymId}`;
    const known = joined.get(key) ?? join(sub, gymId);
    joined.set(key, known);
    await known;
  };
}
