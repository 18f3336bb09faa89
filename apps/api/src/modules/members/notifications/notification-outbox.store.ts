import { notificationKinds } from '@tanren/domain/members/notifications';
import { and, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable } from '#db/database.ts';
import {
  notificationBroadcasts,
  notificationOutbox,
  type OutboxRow,
  type PushSubscriptionRow,
  pushSubscriptions,
} from '#db/schema/members.ts';
import { reservationWaits, trainingReservations } from '#db/schema/booking.ts';

export type ClaimedMessage = Pick<
  OutboxRow,
  'id' | 'sub' | 'kind' | 'channel' | 'topic' | 'title' | 'body' | 'path' | 'attempts'
> & {
  readonly expiresAt: Date;
  /** End of the lease. It shows later whether the message was changed while it was sent. */
  readonly leasedUntil: Date;
  /** Device of a push message. `null` for a mail. */
  readonly device: PushSubscriptionRow | null;
  /** Whether the reservation or offer of the message is still valid. */
  readonly stands: boolean;
};

/** Kinds that this release can send. */
const knownKinds = [...notificationKinds, 'test'] as const satisfies readonly OutboxRow['kind'][];

/**
 * Leases messages that are due, so that no other node sends them until the lease is over. If the
 * node dies meanwhile, another one sends them. No lock is held during sending, so that neither an
 * erasure nor a newer message waits for a push service. Kinds that only a later release knows are
 * left to that release.
 */
export async function claimDue(
  db: Database,
  { now, leasedUntil, limit }: { now: Date; leasedUntil: Date; limit: number },
): Promise<ClaimedMessage[]> {
  return await db.transaction(async (tx) => {
    const { id, kind, dueAt, doneAt } = notificationOutbox;
    const due = tx
      .select({ id })
      .from(notificationOutbox)
      .where(and(isNull(doneAt), sql`${dueAt} <= ${now}`, inArray(kind, [...knownKinds])))
      .orderBy(dueAt, id)
      .limit(limit)
      .for('update', { skipLocked: true });
    const claimed = await tx
      .update(notificationOutbox)
      .set({ dueAt: leasedUntil, attempts: sql`${notificationOutbox.attempts} + 1` })
      .where(sql`${id} = any(array(${due}))`)
      .returning({ id });
    if (claimed.length === 0) return [];
    const rows = await tx
      .select({ message: notificationOutbox, device: pushSubscriptions, stands: stillStands(now) })
      .from(notificationOutbox)
      .leftJoin(pushSubscriptions, eq(pushSubscriptions.id, notificationOutbox.subscriptionId))
      .where(
        inArray(
          id,
          claimed.map((row) => row.id),
        ),
      );
    return rows.map(({ message, device, stands }) => ({ ...message, leasedUntil, device, stands }));
  });
}

/**
 * Returns the condition for valid messages. A reservation that was cancelled or moved, and an offer
 * that was taken, need no message.
 */
function stillStands(now: Date) {
  const { kind, refId, topic } = notificationOutbox;
  const always = sql`true`;
  const conditions: Readonly<Record<OutboxRow['kind'], SQL>> = {
    offer: sql`exists (select 1 from ${reservationWaits} w
      where w.id = ${refId} and w.ended_at is null and w.offer_expires_at > ${now})`,
    'reservation-tomorrow': isReserved('tomorrow'),
    'reservation-soon': isReserved('soon'),
    'gym-cancelled': always,
    trainer: always,
    announcement: always,
    'weekly-summary': always,
    test: always,
  };
  const cases = knownKinds.map((each) => sql`when ${each} then ${conditions[each]}`);
  return sql<boolean>`case ${kind} ${sql.join(cases, sql` `)} end`;

  function isReserved(topicName: string) {
    return sql`exists (select 1 from ${trainingReservations} r
      where r.id = ${refId} and r.cancelled_at is null and r.starts_at > ${now}
        and ${topic} = ${topicName}::text || '-' || r.id || '-' || r.sequence)`;
  }
}

const isStillOurs = ({ id, leasedUntil }: Pick<ClaimedMessage, 'id' | 'leasedUntil'>) =>
  and(eq(notificationOutbox.id, id), eq(notificationOutbox.dueAt, leasedUntil));

/**
 * Marks a message as done and deletes its text. A message that was renewed while it was sent
 * remains due.
 */
export async function finish(db: Queryable, message: ClaimedMessage, now: Date): Promise<void> {
  await db
    .update(notificationOutbox)
    .set({ doneAt: now, title: '', body: '', path: '' })
    .where(isStillOurs(message));
}

export async function postpone(db: Queryable, message: ClaimedMessage, until: Date): Promise<void> {
  await db.update(notificationOutbox).set({ dueAt: until }).where(isStillOurs(message));
}

/** Deletes a device with all messages that wait for it. */
export async function deleteDevice(db: Queryable, id: number): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));
}

export async function markPushed(db: Queryable, id: number, now: Date): Promise<void> {
  await db.update(pushSubscriptions).set({ lastPushAt: now }).where(eq(pushSubscriptions.id, id));
}

/** Counts the due messages up to `most`. */
export async function countDue(db: Queryable, now: Date, max: number): Promise<number> {
  const { rows } = await db.execute<{ due: number }>(sql`
    select count(*)::integer as due from (
      select 1 from ${notificationOutbox} where done_at is null and due_at <= ${now} limit ${max}
    ) counted`);
  return rows[0]?.due ?? 0;
}

/** Deletes messages and broadcasts that expired long ago. */
export async function purgeNotifications(db: Database, before: Date): Promise<void> {
  await db.delete(notificationOutbox).where(lt(notificationOutbox.expiresAt, before));
  await db.delete(notificationBroadcasts).where(lt(notificationBroadcasts.startedAt, before));
}
