import type { NotificationKind } from '@tanren/domain/members/notifications';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import {
  announcements,
  notificationBroadcasts,
  notificationChoices,
  notificationOutbox,
  pushSubscriptions,
} from '#db/schema/members.ts';
import { trainingReservations } from '#db/schema/booking.ts';
import { workouts } from '#db/schema/workouts.ts';
import { wantsPush } from './notification-requests.service.ts';

export interface RemindedReservation {
  readonly id: number;
  readonly sequence: number;
  readonly sub: string;
  readonly gymName: string;
  readonly gymDay: string;
  readonly startsAt: Date;
}

/**
 * Returns the condition that a message would reach the member: on a device that takes the kind, or
 * in a mailbox that was chosen. Other members get no row in the outbox, and the query would find
 * them again each time.
 */
function isReachable(kind: NotificationKind) {
  return sql`((exists (select 1 from ${pushSubscriptions} d where d.sub = r.sub)
      and ${wantsPush(sql`r.sub`, kind)})
    or exists (select 1 from ${notificationChoices} c
      where c.sub = r.sub and c.kind = ${kind} and c.mail))`;
}

const columns = sql`r.id, r.sequence, r.sub, g.name as "gymName", r.gym_day::text as "gymDay",
  extract(epoch from r.starts_at)::float8 * 1000 as "startsAtMs"`;

type Found = Omit<RemindedReservation, 'startsAt'> & { readonly startsAtMs: number };

const toReserved = ({ startsAtMs, ...row }: Found): RemindedReservation => ({
  ...row,
  startsAt: new Date(startsAtMs),
});

interface SoonQuery {
  readonly now: Date;
  readonly minutes: number;
  readonly limit: number;
}

/**
 * Selects reservations that begin within this number of minutes, were made before that, and have no
 * reminder yet. It reads gym by gym in the index of seats, so that neither the past nor the far
 * future is read.
 */
export function selectSoon({ now, minutes, limit }: SoonQuery): SQL {
  const ahead = sql`make_interval(mins => ${minutes}::integer)`;
  return sql`
    select ${columns} from ${gyms} g
    join ${trainingReservations} r on r.gym_id = g.id
      and r.starts_at > ${now} and r.starts_at <= ${now}::timestamptz + ${ahead}
      and r.cancelled_at is null and r.created_at <= r.starts_at - ${ahead}
    where ${isReachable('reservation-soon')} and not exists (
      select 1 from ${notificationOutbox} o
      where o.sub = r.sub and o.topic = 'soon-' || r.id || '-' || r.sequence)
    order by r.starts_at, r.id limit ${limit}`;
}

export async function listSoon(db: Queryable, query: SoonQuery): Promise<RemindedReservation[]> {
  const { rows } = await db.execute<Found & Record<string, unknown>>(selectSoon(query));
  return rows.map(toReserved);
}

/**
 * Lists the reservations of a gym day by member. A gym day ends on the next morning at the latest.
 */
export async function listOfDay(
  db: Queryable,
  { gymDay, from, until }: { gymDay: string; from: Date; until: Date },
  { after, limit }: { after: string; limit: number },
): Promise<RemindedReservation[]> {
  const { rows } = await db.execute<Found & Record<string, unknown>>(sql`
    select ${columns} from ${gyms} g
    join ${trainingReservations} r on r.gym_id = g.id
      and r.starts_at >= ${from} and r.starts_at < ${until}
      and r.cancelled_at is null and r.gym_day = ${gymDay}::date
    where r.sub > ${after}::uuid and ${isReachable('reservation-tomorrow')}
    order by r.sub, r.starts_at limit ${limit}`);
  return rows.map(toReserved);
}

/** Lists the members whom a message of this kind would reach, in the order of their ids. */
export async function listReachable(
  db: Queryable,
  kind: NotificationKind,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const { rows } = await db.execute<{ sub: string }>(sql`
    (select distinct sub from ${pushSubscriptions} where sub > ${after}::uuid
      order by sub limit ${limit})
    union
    (select sub from ${notificationChoices}
      where kind = ${kind} and mail and sub > ${after}::uuid order by sub limit ${limit})
    order by sub limit ${limit}`);
  return rows.map(({ sub }) => sub);
}

export interface WeekOfMember {
  readonly sub: string;
  readonly visits: number;
  readonly sets: number;
  readonly tfoHg: number;
  readonly bests: number;
}

/** Sums up the week of members who trained in it, with the index of the member's gym days. */
export async function sumUpWeek(
  db: Queryable,
  subs: readonly string[],
  { first, last }: { first: string; last: string },
): Promise<WeekOfMember[]> {
  const { rows } = await db.execute<WeekOfMember & Record<string, unknown>>(sql`
    select sub, count(distinct (gym_day, gym_id))::integer as visits,
      sum(set_count)::integer as sets, sum(tfo_hg)::float8 as "tfoHg",
      (count(*) filter (where is_max_best))::integer as bests
    from ${workouts}
    where sub = any (${sql.param([...subs])}::uuid[])
      and gym_day between ${first}::date and ${last}::date
    group by sub order by sub`);
  return rows;
}

/** Lists announcements that became public within the last day and were not sent yet. */
export async function listUntoldAnnouncements(
  db: Queryable,
  now: Date,
): Promise<{ readonly id: number; readonly content: string }[]> {
  const { rows } = await db.execute<{ id: number; content: string }>(sql`
    select i.id, i.content from ${announcements} i
    where i.publish_at > ${now}::timestamptz - interval '1 day' and i.publish_at <= ${now}
      and not exists (select 1 from ${notificationBroadcasts} b
        where b.key = 'announcement:' || i.id)
    order by i.publish_at, i.id limit 20`);
  return rows;
}

export async function findAnnouncement(db: Queryable, id: number): Promise<string | null> {
  const { rows } = await db.execute<{ content: string }>(
    sql`select content from ${announcements} where id = ${id}`,
  );
  return rows[0]?.content ?? null;
}

/** Kinds of messages to many members. The name is the beginning of the stored key. */
const broadcastNames = ['tomorrow', 'week', 'announcement'] as const;
export type BroadcastName = (typeof broadcastNames)[number];

/** Begins a broadcast, which only the first node does. */
export async function beginBroadcast(
  tx: Transaction,
  key: `${BroadcastName}:${string}`,
  now: Date,
): Promise<void> {
  await tx.insert(notificationBroadcasts).values({ key, startedAt: now }).onConflictDoNothing();
}

export interface OpenBroadcast {
  readonly key: string;
  readonly name: BroadcastName;
  /** The gym day, the first day of the week, or the id of the announcement. */
  readonly about: string;
  readonly position: string;
  readonly startedAtMs: number;
}

/**
 * Finds a broadcast to continue. Kinds that only a later release knows are left to that release.
 */
export async function findOpenBroadcast(tx: Transaction): Promise<OpenBroadcast | null> {
  const { rows } = await tx.execute<OpenBroadcast & Record<string, unknown>>(sql`
    select key, split_part(key, ':', 1) as name, split_part(key, ':', 2) as about, position,
      extract(epoch from started_at)::float8 * 1000 as "startedAtMs"
    from ${notificationBroadcasts} where ended_at is null
      and split_part(key, ':', 1) = any (${sql.param([...broadcastNames])}::text[])
    order by started_at, key limit 1`);
  return rows[0] ?? null;
}

/**
 * Records how far a broadcast has come. A `position` of `null` means that all members were reached.
 */
export async function moveBroadcast(
  tx: Transaction,
  key: string,
  position: string | null,
  now: Date,
): Promise<void> {
  await tx.execute(
    position === null
      ? sql`update ${notificationBroadcasts} set ended_at = ${now} where key = ${key}`
      : sql`update ${notificationBroadcasts} set position = ${position}::uuid where key = ${key}`,
  );
}

/** Takes a lock until the transaction ends. Returns `false` if another node has it. */
export async function tryLock(tx: Transaction, lock: number): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lock}) as locked`,
  );
  return rows[0]?.locked === true;
}
