import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import { firstOfMonth, type HeldMembership } from '@tanren/domain/memberships/memberships';
import { type SQL, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { subscriptionPlans } from '#db/schema/gyms.ts';
import { memberships, membershipRequests, membershipTerms } from '#db/schema/memberships.ts';
import { trainingReservations } from '#db/schema/booking.ts';
import { lockGymRulesShared } from '#modules/gyms/gym-rules.service.ts';

/**
 * Locks a member, so that no other transaction reserves, moves or waits for this member or changes
 * their memberships until this one ends. Reservations can then be counted. It comes before the
 * locks of gyms and slots.
 */
export async function lockMemberReservations(tx: Transaction, sub: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(${advisoryLocks.memberReservations}, hashtext(${sub}))`,
  );
}

interface HeldRow extends HeldMembership {
  readonly sub: string;
}

/** Ids of reservations whose visits are not counted. Empty by default. */
type NotCounted = readonly number[];

/** Returns the condition that a reservation is no no-show: it is to come, or the member came. */
export function isKeptVisit(now: Date): SQL {
  return sql`(ends_at > ${now} or entered_at is not null or codes_shown_at is not null)`;
}

/**
 * Selects the memberships of several members with terms, plans and the visits of this month and the
 * next, which is as far as a member can reserve. Shortly after midnight the month before still goes
 * on. A request to join that staff have not decided is a membership without terms.
 */
export function selectHeldMemberships(
  subs: readonly string[],
  now: Date,
  notCounted: NotCounted = [],
): SQL {
  const today = toGymDay(now);
  const [from, until] = [firstOfMonth(addDays(today, -1)), firstOfMonth(today, 2)];
  const members = sql`any (${arrayLiteral(subs)}::uuid[])`;
  const isKept = isKeptVisit(now);
  return sql`
    select m.sub, m.id as "membershipId", t.terms, p.plans, v.visits
    from ${memberships} m,
      lateral (
        select coalesce(jsonb_agg(jsonb_build_object('fromDay', from_day, 'lastDay', last_day,
          'planId', plan_id, 'paused', paused) order by from_day), '[]') as terms
        from ${membershipTerms} where membership_id = m.id
      ) t,
      lateral (
        select coalesce(jsonb_agg(${planRights}), '[]') as plans from ${subscriptionPlans} p
        where p.id in (select plan_id from ${membershipTerms} where membership_id = m.id)
      ) p,
      lateral (
        select coalesce(jsonb_object_agg(month, jsonb_build_object('kept', kept, 'noShows',
          no_shows)), '{}') as visits
        from (
          select to_char(gym_day, 'YYYY-MM') as month, count(*) filter (where ${isKept}) as kept,
            count(*) filter (where not ${isKept}) as no_shows
          from ${trainingReservations}
          where membership_id = m.id and gym_day >= ${from} and gym_day < ${until}
            and cancelled_at is null and id <> all (${arrayLiteral(notCounted)}::integer[])
          group by 1
        ) months
      ) v
    where m.sub = ${members}
    union all
    select r.sub, null, '[]', jsonb_build_array(${planRights}), '{}'
    from ${membershipRequests} r join ${subscriptionPlans} p on p.id = r.plan_id
    where r.sub = ${members} and r.decided_at is null and r.kind = 'join'
    order by "membershipId"`;
}

const planRights = sql.raw(`jsonb_build_object('id', p.id, 'gymId', p.gym_id, 'allGyms', p.all_gyms,
  'weekdays', p.weekdays, 'fromMinute', p.from_minute, 'untilMinute', p.until_minute,
  'visitsPerMonth', p.visits_per_month, 'countsNoShows', p.counts_no_shows)`);

/** Reads memberships by member. A member without any is not in the result. */
export async function listHeldMemberships(
  db: Queryable,
  subs: readonly string[],
  now: Date,
  notCounted: NotCounted = [],
): Promise<Map<string, HeldMembership[]>> {
  const bySub = new Map<string, HeldMembership[]>();
  if (subs.length === 0) return bySub;
  const { rows } = await db.execute<HeldRow & Record<string, unknown>>(
    selectHeldMemberships(subs, now, notCounted),
  );
  for (const { sub, ...held } of rows) {
    const known = bySub.get(sub);
    if (known === undefined) bySub.set(sub, [held]);
    else known.push(held);
  }
  return bySub;
}

export async function readHeldMemberships(
  db: Queryable,
  sub: string,
  now: Date,
  notCounted: NotCounted = [],
): Promise<readonly HeldMembership[]> {
  return (await listHeldMemberships(db, [sub], now, notCounted)).get(sub) ?? [];
}

/**
 * Reads the memberships for booking in a gym, and locks their rights until the transaction ends.
 * The caller has locked the member and the rules of that gym. A plan of another gym is locked with
 * the rules of its gym.
 */
export async function lockMemberships(
  tx: Transaction,
  { sub, gymId }: { readonly sub: string; readonly gymId: number },
  now: Date,
  notCounted: NotCounted = [],
): Promise<readonly HeldMembership[]> {
  const held = await readHeldMemberships(tx, sub, now, notCounted);
  const plans = held.flatMap((membership) => membership.plans);
  const elsewhere = plans.filter((plan) => plan.allGyms && plan.gymId !== gymId);
  if (elsewhere.length === 0) return held;
  const gymIds = new Set(elsewhere.map((plan) => plan.gymId));
  for (const id of [...gymIds].toSorted((a, b) => a - b)) await lockGymRulesShared(tx, id);
  return await readHeldMemberships(tx, sub, now, notCounted);
}
