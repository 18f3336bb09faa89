import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { startMembership } from '@tanren/domain/memberships/memberships';
import { asc, inArray, isNull, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Database, Transaction } from '#db/database.ts';
import { subscriptionPlans } from '#db/schema/gyms.ts';
import { membershipEvents, memberships, membershipTerms } from '#db/schema/memberships.ts';
import { userInfos } from '#db/schema/members.ts';
import { demoAccounts } from '@tanren/demo/members/demo-accounts';
import { makeDemoMembers } from '@tanren/demo/members/demo-members';
import { demoMemberCount } from '@tanren/demo/demo-world';
import { createRandom } from '@tanren/demo/random';
import { pickRealName, readRealName } from '@tanren/demo/members/real-names';

/**
 * Upgrades a demo world that was created before memberships existed: its people get the first plan
 * of their gym from the day they signed up, so that their reservations stay valid. It does nothing
 * if any membership exists, and it never touches people outside the demo world.
 */
export async function giveMemberships(db: Database): Promise<void> {
  if (await hasMemberships(db)) return;
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.demoWorld})`);
    if (await hasMemberships(tx)) return;
    const drafts = await draftMemberships(tx);
    if (drafts.length === 0) return;
    const made = await tx
      .insert(memberships)
      .values(drafts.map(({ planId: _plan, ...row }) => row))
      .returning({ id: memberships.id, sub: memberships.sub });
    const numbers = new Map(made.map(({ id, sub }) => [sub, id]));
    const numbered = drafts.map((draft) => ({
      ...draft,
      membershipId: numbers.get(draft.sub) ?? 0,
      fromDay: toGymDay(draft.joinedAt),
    }));
    await tx
      .insert(membershipTerms)
      .values(
        numbered.flatMap(({ membershipId, planId, fromDay }) =>
          startMembership(planId, fromDay).map((term) => ({ membershipId, ...term })),
        ),
      );
    const step = { kind: 'joined', by: 'system' } as const;
    await tx.insert(membershipEvents).values(
      numbered.map(({ membershipId, gymId, sub, planId, fromDay, joinedAt }) => ({
        ...step,
        membershipId,
        gymId,
        sub,
        planId,
        fromDay,
        at: joinedAt,
      })),
    );
    await tx.execute(sql`
      update training_reservations r set membership_id = m.id from memberships m
      where m.sub = r.sub and m.gym_id = r.gym_id and r.membership_id is null`);
  });
}

async function hasMemberships(db: Database | Transaction): Promise<boolean> {
  const found = await db.select({ id: memberships.id }).from(memberships).limit(1);
  return found.length > 0;
}

/** Drafts memberships for demo people who still exist, in gyms that still have a plan. */
async function draftMemberships(tx: Transaction) {
  const accounts = demoAccounts.map(({ email, person }) => ({ email, person }));
  const others = makeDemoMembers(demoMemberCount, () => true);
  const people = [...accounts, ...others.map((person) => ({ email: null, person }))];
  const subs = people.map(({ person }) => person.sub);
  const present = await tx
    .select({ sub: userInfos.sub, joinedAt: userInfos.createdAt })
    .from(userInfos)
    .where(inArray(userInfos.sub, subs));
  const joinedAt = new Map(present.map((row) => [row.sub, row.joinedAt]));
  const plans = await tx
    .select()
    .from(subscriptionPlans)
    .where(isNull(subscriptionPlans.retiredAt))
    .orderBy(asc(subscriptionPlans.position));
  return people.flatMap(({ email, person }, index) => {
    const at = joinedAt.get(person.sub);
    const plan = plans.find(({ gymId }) => gymId === person.training?.gymId);
    if (at === undefined || plan === undefined) return [];
    const name = pickRealName(person, createRandom(5000 + index));
    const { gymId, id: planId } = plan;
    const nameKana = readRealName(name);
    return [{ gymId, planId, sub: person.sub, name, nameKana, email, joinedAt: at }];
  });
}
