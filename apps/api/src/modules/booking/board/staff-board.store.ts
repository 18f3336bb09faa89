import { toGymInstant } from '@tanren/domain/gyms/gym-time';
import { idleReleaseMs } from '@tanren/domain/machines/machine-links';
import {
  and,
  asc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  or,
  sql,
  type SQLWrapper,
} from 'drizzle-orm';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { isId } from '#db/long-ids/is-id.ts';
import { gyms, subscriptionPlans } from '#db/schema/gyms.ts';
import { machines, tanrenConnections } from '#db/schema/machines.ts';
import { memberships, membershipTerms } from '#db/schema/memberships.ts';
import {
  departedVisits,
  type TrainingReservationRow,
  trainingReservations,
} from '#db/schema/booking.ts';
import { userInfos } from '#db/schema/members.ts';
import { workouts } from '#db/schema/workouts.ts';

export interface BoardDay {
  readonly gymId: number;
  readonly gymDay: string;
}

/**
 * Maximum length of a gym day in minutes. It begins at midnight and may go on until the end of the
 * next day.
 */
export const longestDayMinutes = 48 * 60;

/** Returns the join condition for the term of a membership that covers the day. */
function isTermOf(gymDay: SQLWrapper | string) {
  return and(
    eq(membershipTerms.membershipId, memberships.id),
    lte(membershipTerms.fromDay, gymDay),
    or(isNull(membershipTerms.lastDay), gte(membershipTerms.lastDay, gymDay)),
  );
}

/** Selects all reservations of the day with their members, by slot and seat. */
export function selectVisits(db: Queryable, { gymId, gymDay }: BoardDay) {
  const table = trainingReservations;
  const { id, sub, startsAt, endsAt, createdAt, enteredAt, enteredBy } = table;
  const { deskNote, membershipId } = table;
  return db
    .select({
      id,
      sub,
      startsAt,
      endsAt,
      createdAt,
      enteredAt,
      enteredBy,
      deskNote,
      membershipId,
      name: memberships.name,
      nameKana: memberships.nameKana,
      nickname: userInfos.nickname,
      planName: subscriptionPlans.name,
    })
    .from(table)
    .leftJoin(userInfos, eq(userInfos.sub, sub))
    .leftJoin(memberships, eq(memberships.id, membershipId))
    .leftJoin(membershipTerms, isTermOf(table.gymDay))
    .leftJoin(subscriptionPlans, eq(subscriptionPlans.id, membershipTerms.planId))
    .where(
      and(
        eq(table.gymId, gymId),
        gte(startsAt, toGymInstant(gymDay, 0)),
        lt(startsAt, toGymInstant(gymDay, longestDayMinutes)),
        eq(table.gymDay, gymDay),
        isNull(table.cancelledAt),
      ),
    )
    .orderBy(asc(startsAt), asc(table.seat));
}

/**
 * Returns a query for the members who used the gym before that day. It reads only the rows of these
 * members, newest first, so a regular member is found soon.
 */
export function queryKnownMembers({ gymId, gymDay }: BoardDay, subs: readonly string[]) {
  const before = toGymInstant(gymDay, 0);
  return sql`
    select member.sub from unnest(${arrayLiteral(subs)}::uuid[]) member (sub)
      left join lateral (
        select true as found from ${trainingReservations} r
        where r.sub = member.sub and r.starts_at < ${before} and r.gym_id = ${gymId}
          and r.cancelled_at is null
          and (r.entered_at is not null or r.codes_shown_at is not null)
        order by r.starts_at desc limit 1
      ) visit on true
      left join lateral (
        select true as found from ${workouts} w
        where w.sub = member.sub and w.gym_day < ${gymDay} and w.gym_id = ${gymId}
        order by w.gym_day desc limit 1
      ) workout on visit.found is null
    where visit.found or workout.found`;
}

export async function listKnownMembers(
  db: Queryable,
  day: BoardDay,
  subs: readonly string[],
): Promise<ReadonlySet<string>> {
  if (subs.length === 0) return new Set();
  const { rows } = await db.execute<{ sub: string }>(queryKnownMembers(day, subs));
  return new Set(rows.map(({ sub }) => sub));
}

/** Selects the members who are linked with a machine of the gym, the earliest link first. */
export function selectLinked(db: Queryable, gymId: number, now: Date) {
  const { sub, machineId, linkedAt, endedAt, lastActiveAt } = tanrenConnections;
  const { workoutTypeId } = machines;
  return db
    .select({ sub, workoutTypeId, linkedAt, nickname: userInfos.nickname })
    .from(machines)
    .innerJoin(tanrenConnections, and(eq(machineId, machines.id), isNull(endedAt)))
    .leftJoin(userInfos, eq(userInfos.sub, sub))
    .where(
      and(
        eq(machines.gymId, gymId),
        isNull(machines.retiredAt),
        gt(lastActiveAt, new Date(now.getTime() - idleReleaseMs)),
      ),
    )
    .orderBy(asc(linkedAt));
}

/**
 * Selects one membership of each member that covers the gym on the day. A membership that is not
 * paused comes first.
 */
export function selectCovering(
  db: Queryable,
  { gymId, gymDay }: BoardDay,
  subs: readonly string[],
) {
  const { id, sub, name, nameKana } = memberships;
  const { allGyms } = subscriptionPlans;
  const coversGym = or(allGyms, eq(subscriptionPlans.gymId, gymId));
  return db
    .selectDistinctOn([sub], {
      sub,
      membershipId: id,
      name,
      nameKana,
      planName: subscriptionPlans.name,
    })
    .from(memberships)
    .innerJoin(membershipTerms, isTermOf(gymDay))
    .innerJoin(subscriptionPlans, and(eq(subscriptionPlans.id, membershipTerms.planId), coversGym))
    .where(inArray(sub, [...subs]))
    .orderBy(asc(sub), asc(membershipTerms.paused), asc(id));
}

/** Selects the present visits of members who have deleted their account, earliest first. */
export function selectDeparted(db: Queryable, { gymId, gymDay }: BoardDay, now: Date) {
  const { id, startsAt, endsAt, enteredAt } = departedVisits;
  const isOfDay = and(eq(departedVisits.gymId, gymId), eq(departedVisits.gymDay, gymDay));
  return db
    .select({ id, startsAt, endsAt, enteredAt })
    .from(departedVisits)
    .where(and(isOfDay, gt(endsAt, now)))
    .orderBy(asc(enteredAt));
}

/** Finds a visit that was not cancelled. */
export async function findVisit(db: Queryable, reservationId: number) {
  const { id, gymId, sub, gymDay, startsAt, endsAt, createdAt } = trainingReservations;
  const { enteredAt, deskNote } = trainingReservations;
  const [found] = await db
    .select({
      id,
      gymId,
      sub,
      gymDay,
      startsAt,
      endsAt,
      createdAt,
      enteredAt,
      deskNote,
      gymName: gyms.name,
    })
    .from(trainingReservations)
    .innerJoin(gyms, eq(gyms.id, gymId))
    .where(and(isId(id, reservationId), isNull(trainingReservations.cancelledAt)));
  return found ?? null;
}

export async function updateVisit(
  tx: Transaction,
  reservationId: number,
  change: Partial<
    Pick<
      TrainingReservationRow,
      'enteredAt' | 'enteredBy' | 'deskNote' | 'cancelledAt' | 'gymCancelReason'
    >
  >,
): Promise<void> {
  const { id } = trainingReservations;
  await tx.update(trainingReservations).set(change).where(eq(id, reservationId));
}
