import {
  chooseSendTime,
  type NotificationKind,
  notificationKinds,
  notificationRules,
} from '@tanren/domain/members/notifications';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { notificationChoices, notificationOutbox, pushSubscriptions } from '#db/schema/members.ts';

/** A message for a member, sent to each device and by mail according to the member's choices. */
export interface Notification {
  readonly sub: string;
  readonly kind: NotificationKind;
  /**
   * Name of at most 32 letters, digits and hyphens. A newer message of the same topic replaces an
   * older one.
   */
  readonly topic: string;
  readonly title: string;
  readonly body: string;
  /** Page that the message opens. */
  readonly path: string;
  /** Id of the reservation or wait that must still be valid when the message is sent. */
  readonly refId?: number;
  readonly happenedAt: Date;
  /** Time after which the message is no longer sent. */
  readonly usefulUntil: Date;
}

interface QueueOptions {
  /**
   * Handling of a topic that was already sent to the member: `once` sends no second message,
   * `again` sends the newest text.
   */
  readonly repeat: 'once' | 'again';
}

/**
 * Whether the mails of a kind are sent from the outbox. The others are sent from the rows of their
 * reservations, because they are older than the outbox.
 */
const isMailedFromOutbox: Readonly<Record<NotificationKind, boolean>> = {
  offer: false,
  'reservation-tomorrow': true,
  'reservation-soon': true,
  'gym-cancelled': false,
  trainer: true,
  announcement: true,
  'weekly-summary': true,
};

const mailedKinds = notificationKinds.filter((kind) => isMailedFromOutbox[kind]);

const maxBatchSize = 500;

/**
 * Writes messages in the transaction of the change they are about. A member who takes none gets no
 * row: the cost depends on the devices and mailboxes of the recipients, not on the number of
 * members.
 */
export async function queueNotifications(
  tx: Queryable,
  notifications: readonly Notification[],
  { repeat }: QueueOptions = { repeat: 'once' },
): Promise<void> {
  const rows = notifications.flatMap(({ happenedAt, usefulUntil, refId = null, ...words }) => {
    const dueAt = chooseSendTime(words.kind, happenedAt, usefulUntil);
    return dueAt === null ? [] : [{ ...words, refId, dueAt, expiresAt: usefulUntil }];
  });
  for (let from = 0; from < rows.length; from += maxBatchSize) {
    await insertRows(tx, JSON.stringify(rows.slice(from, from + maxBatchSize)), repeat);
  }
}

async function insertRows(
  tx: Queryable,
  rows: string,
  repeat: QueueOptions['repeat'],
): Promise<void> {
  const told = sql`jsonb_to_recordset(${rows}::jsonb) as told(
    sub uuid, kind text, topic text, title text, body text, path text, "refId" bigint,
    "dueAt" timestamptz, "expiresAt" timestamptz)`;
  const words = sql`told.topic, told.title, told.body, told.path, told."refId", told."dueAt", told."expiresAt"`;
  const onConflict =
    repeat === 'once'
      ? sql`do nothing`
      : sql`do update set title = excluded.title, body = excluded.body, path = excluded.path,
          due_at = excluded.due_at, expires_at = excluded.expires_at, attempts = 0, done_at = null`;
  await tx.execute(sql`
    insert into ${notificationOutbox} (sub, kind, channel, subscription_id,
      topic, title, body, path, ref_id, due_at, expires_at)
    select told.sub, told.kind, 'push', device.id, ${words}
    from ${told}
    join ${pushSubscriptions} device on device.sub = told.sub
    left join ${notificationChoices} choice on choice.sub = told.sub and choice.kind = told.kind
    where coalesce(choice.push, ${defaultOf('push', sql`told.kind`)})
    union all
    select told.sub, told.kind, 'mail', null, ${words}
    from ${told}
    join ${notificationChoices} choice on choice.sub = told.sub and choice.kind = told.kind
    where choice.mail and told.kind = any (${listLiteral(mailedKinds)}::text[])
    on conflict on constraint notification_outbox_once ${onConflict}`);
}

/** Returns the default of a kind, which is used until the member makes a choice. */
export function defaultOf(channel: 'push' | 'mail', kind: SQL): SQL {
  const kinds = notificationKinds.filter((each) => notificationRules[each].chosen[channel]);
  return sql`${kind} = any (${listLiteral(kinds)}::text[])`;
}

/** Returns the condition that a member, given by a column, takes mails of a kind. */
export function wantsMail(sub: SQL, kind: NotificationKind): SQL {
  return wants('mail', sub, kind);
}

/** Returns the condition that a member, given by a column, takes push messages of a kind. */
export function wantsPush(sub: SQL, kind: NotificationKind): SQL {
  return wants('push', sub, kind);
}

function wants(channel: 'mail' | 'push', sub: SQL, kind: NotificationKind): SQL {
  return sql`coalesce((select choice.${sql.identifier(channel)} from ${notificationChoices} choice
    where choice.sub = ${sub} and choice.kind = ${kind}), ${notificationRules[kind].chosen[channel]})`;
}

function listLiteral(kinds: readonly NotificationKind[]): string {
  return `{${kinds.join(',')}}`;
}
