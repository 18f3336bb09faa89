import { healthCheckVersion } from '@tanren/domain/memberships/health-check';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { trainingReservations } from '#db/schema/booking.ts';
import { gyms, subscriptionPlans } from '#db/schema/gyms.ts';
import { healthChecks, memberships, membershipTerms } from '#db/schema/memberships.ts';
import { workouts } from '#db/schema/workouts.ts';

/** Selects the answers of members to the present questions of a gym. */
export function selectChecks(db: Queryable, gymId: number, subs: readonly string[]) {
  const { sub, version, sealed, answeredAt } = healthChecks;
  return db
    .select({ sub, version, sealed, answeredAt })
    .from(healthChecks)
    .where(
      and(inArray(sub, [...subs]), eq(healthChecks.gymId, gymId), eq(version, healthCheckVersion)),
    );
}

export async function storeCheck(
  tx: Transaction,
  check: typeof healthChecks.$inferInsert,
): Promise<void> {
  const { sub, gymId } = healthChecks;
  await tx
    .insert(healthChecks)
    .values(check)
    .onConflictDoUpdate({ target: [sub, gymId], set: check });
}

export async function deleteCheck(db: Queryable, sub: string, gymId: number): Promise<void> {
  await db
    .delete(healthChecks)
    .where(and(eq(healthChecks.sub, sub), eq(healthChecks.gymId, gymId)));
}

export async function findGym(db: Queryable, gymId: number) {
  const { id, name, healthCheck } = gyms;
  const [found] = await db
    .select({ gymId: id, gymName: name, isAsked: healthCheck })
    .from(gyms)
    .where(eq(id, gymId));
  return found ?? null;
}

/** Returns the condition that a member has a membership which covers the gym today or later. */
function holdsMembership(sub: string, gymId: unknown, today: string) {
  return sql`exists (
    select from ${memberships} m
      join ${membershipTerms} t on t.membership_id = m.id
      join ${subscriptionPlans} p on p.id = t.plan_id
    where m.sub = ${sub} and (p.gym_id = ${gymId} or p.all_gyms)
      and (t.last_day is null or t.last_day >= ${today}))`;
}

/**
 * Lists the gyms whose health check a member shall answer before the first visit. A plan for all
 * gyms counts for its own gym only, because the member may never visit the others.
 */
export async function listDue(db: Queryable, sub: string, today: string, now: Date) {
  const { rows } = await db.execute<{ gymId: number; gymName: string }>(sql`
    select g.id as "gymId", g.name as "gymName" from ${gyms} g
    where g.health_check
      and (exists (
          select from ${memberships} m
            join ${membershipTerms} t on t.membership_id = m.id
            join ${subscriptionPlans} p on p.id = t.plan_id
          where m.sub = ${sub} and p.gym_id = g.id
            and (t.last_day is null or t.last_day >= ${today}))
        or exists (
          select from ${trainingReservations} r
          where r.sub = ${sub} and r.gym_id = g.id and r.cancelled_at is null
            and r.ends_at > ${now}))
      and not exists (
        select from ${healthChecks} h
        where h.sub = ${sub} and h.gym_id = g.id and h.version = ${healthCheckVersion})
      and not exists (
        select from ${trainingReservations} r
        where r.sub = ${sub} and r.gym_id = g.id and r.cancelled_at is null
          and r.entered_at is not null)
      and not exists (
        select from ${workouts} w where w.sub = ${sub} and w.gym_id = g.id)
    order by g.id`);
  return rows;
}

interface Presence {
  readonly sub: string;
  readonly gymId: number;
  readonly today: string;
  /** The present gym day, which may be yesterday shortly after midnight. */
  readonly gymDay: string;
}

/** Returns whether staff of the gym have a reason to see a member's answers. */
export async function isKnownAt(
  db: Queryable,
  { sub, gymId, today, gymDay }: Presence,
): Promise<boolean> {
  const { rows } = await db.execute<{ known: boolean }>(sql`
    select ${holdsMembership(sub, gymId, today)} or exists (
      select from ${trainingReservations} r
      where r.sub = ${sub} and r.gym_id = ${gymId} and r.gym_day = ${gymDay}
        and r.cancelled_at is null) as known`);
  return rows[0]?.known ?? false;
}
