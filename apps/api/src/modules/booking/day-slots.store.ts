import { toGymInstant, weekday } from '@tanren/domain/gyms/gym-time';
import type { DayHours, GymHours } from '@tanren/domain/gyms/gym-hours';
import type { HeldMembership } from '@tanren/domain/memberships/memberships';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Queryable } from '#db/database.ts';
import { shareRead } from '#db/shared-read.ts';
import { gyms, gymSpecialDays, gymWeeklyHours } from '#db/schema/gyms.ts';
import { noHours } from '#modules/gyms/gym-rules.service.ts';
import { findCountedDays, selectHeldOf } from '#modules/memberships/held-memberships.service.ts';
import { selectReserved, selectWaiting } from './reservation-slots.store.ts';

type Reserved = Awaited<ReturnType<typeof selectReserved>>[number];
type Waiting = Omit<Awaited<ReturnType<typeof selectWaiting>>[number], 'myOfferExpiresAt'> & {
  readonly myOfferExpiresAt: Date | null;
};

/** All data that the slots of a gym day depend on, for one member. */
export interface DayReading {
  readonly gym: { readonly id: number; readonly slotMinutes: number; readonly capacity: number };
  /** Hours of this day only. */
  readonly hours: GymHours;
  readonly reserved: readonly Reserved[];
  readonly waiting: readonly Waiting[];
  readonly memberships: readonly HeldMembership[];
}

type InJson<R> = Omit<R, 'startsAt' | 'myOfferExpiresAt'> & { readonly starts_at: string };

type Row = {
  readonly slotMinutes: number;
  readonly capacity: number;
  readonly hours: readonly {
    readonly isSpecial: boolean;
    readonly opensMinute: number | null;
    readonly closesMinute: number | null;
    readonly note: string;
  }[];
  readonly reserved: readonly InJson<Reserved>[];
  readonly waiting: readonly (InJson<Waiting> & { readonly myOfferExpiresAt: string | null })[];
  readonly memberships: readonly HeldMembership[];
};

/** Database without a connection, used only to build queries. */
const builder = drizzle.mock();
const list = (query: SQL | { getSQL(): SQL }) =>
  sql`(select coalesce(json_agg(found), '[]') from (${query}) found)`;

/** Time from the earliest opening to the latest closing that the day may have. */
const range = {
  gymId: sql`given.gym_id`,
  sub: sql`given.sub`,
  from: sql`given.midnight + hours.opens * interval '1 minute'`,
  to: sql`given.midnight + hours.closes * interval '1 minute'`,
};

/**
 * Reads a day with one statement, because each further statement would double the cost of the call.
 * `offset 0` hides the values from the planner, which would otherwise plan anew for each day: that
 * takes longer than the rest.
 */
const daySlots = shareRead<Row>(
  'day-slots',
  (place) => sql`
  select g.slot_minutes as "slotMinutes", g.capacity, hours.list as hours,
    ${list(selectReserved(builder, range))} as reserved,
    ${list(selectWaiting(builder, range, sql`given.now`))} as waiting,
    ${list(
      selectHeldOf({
        members: sql`given.sub`,
        now: sql`given.now`,
        from: sql`given.counted_from`,
        until: sql`given.counted_until`,
        notCounted: sql`'{}'::integer[]`,
      }),
    )} as memberships
  from (
    select ${place('gymId', 'integer')} as gym_id, ${place('sub', 'uuid')} as sub,
      ${place('gymDay', 'date')} as gym_day, ${place('weekday', 'integer')} as weekday,
      ${place('midnight', 'timestamptz')} as midnight, ${place('now', 'timestamptz')} as now,
      ${place('from', 'date')} as counted_from, ${place('until', 'date')} as counted_until
    offset 0
  ) given
  join ${gyms} g on g.id = given.gym_id
  cross join lateral (
    select coalesce(json_agg(found), '[]') as list, min("opensMinute") as opens,
      max("closesMinute") as closes
    from (
      select false as "isSpecial", opens_minute as "opensMinute", closes_minute as "closesMinute",
        '' as note
      from ${gymWeeklyHours} w where w.gym_id = given.gym_id and w.weekday = given.weekday
      union all
      select true, opens_minute, closes_minute, note
      from ${gymSpecialDays} s where s.gym_id = given.gym_id and s.date = given.gym_day
    ) found
  ) hours`,
);

/** Reads the slots of a gym day. Returns `null` if the gym does not exist. */
export async function readDay(
  db: Queryable,
  { sub, gymId, gymDay }: { readonly sub: string; readonly gymId: number; readonly gymDay: string },
  now: Date,
): Promise<DayReading | null> {
  const midnight = toGymInstant(gymDay, 0);
  const counted = findCountedDays(now);
  const given = { gymId, sub, gymDay, weekday: weekday(gymDay), midnight, now, ...counted };
  const [row] = await daySlots(db, given);
  if (row === undefined) return null;
  const { slotMinutes, capacity, memberships } = row;
  return {
    gym: { id: gymId, slotMinutes, capacity },
    hours: toHours(row.hours, gymDay),
    reserved: row.reserved.map(({ starts_at: at, ...seats }) => ({
      ...seats,
      startsAt: new Date(at),
    })),
    waiting: row.waiting.map(({ starts_at: at, myOfferExpiresAt: until, ...waits }) => ({
      ...waits,
      startsAt: new Date(at),
      myOfferExpiresAt: until === null ? null : new Date(until),
    })),
    memberships,
  };
}

function toHours(rows: Row['hours'], gymDay: string): GymHours {
  const weekly: (DayHours | null)[] = [...noHours.weekly];
  const specialDays: GymHours['specialDays'][number][] = [];
  for (const { isSpecial, opensMinute, closesMinute, note } of rows) {
    const hours =
      opensMinute === null || closesMinute === null ? null : { opensMinute, closesMinute };
    if (isSpecial) specialDays.push({ date: gymDay, hours, note });
    else weekly[weekday(gymDay)] = hours;
  }
  return { weekly, specialDays };
}
