import {
  chooseSendTime,
  type NotificationKind,
  notificationKinds,
  notificationRules,
} from '@tanren/domain/members/notifications';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { notificationChoices, notificationOutbox, pushSubscriptions } from '#db/schema/members.ts';

/** Something that a member is told, on each device and by mail, as they chose. */
export interface Notification {
  readonly sub: string;
  readonly kind: NotificationKind;
  /** At most 32 letters, digits and hyphens: a newer message of the same topic replaces an older. */
  readonly topic: string;
  readonly title: string;
  readonly body: string;
  /** The page it opens. */
  readonly path: string;
  /** The reservation or wait that must still stand when it is sent. */
  readonly refId?: number;
  readonly happenedAt: Date;
  /** Later than this it is not sent any more. */
  readonly usefulUntil: Date;
}

interface QueueOptions {
  /**
   * What happens to a topic that the member knows already: `once` leaves it at that, `again` tells
   * the newest words.
   */
  readonly repeat: 'once' | 'again';
}

/** Mails of these kinds hang on their own rows and were there before the outbox. */
const mailedElsewhere: readonly NotificationKind[] = ['offer', 'gym-cancelled'];

const mostAtOnce = 500;

/**
 * Writes messages in the transaction of what they tell of. Who takes none leaves no row: what it
 * costs depends on the devices and mailboxes that are told, not on the members there are.
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
  for (let from = 0; from < rows.length; from += mostAtOnce) {
    await insertRows(tx, JSON.stringify(rows.slice(from, from + mostAtOnce)), repeat);
  }
}

async function insertRows(
  tx: Queryable,
  rows: string,
  repeat: QueueOptions['repeat'],
): Promise<void> {
  const told = sql`jsonb_to_recordset(${rows}::jsonb) as told(
    sub uuid, kind text, topic text, title text, body text, path text, "refId" integer,
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
    where choice.mail and told.kind <> all (${listLiteral(mailedElsewhere)}::text[])
    on conflict on constraint notification_outbox_once ${onConflict}`);
}

/** What holds for a kind as long as the member has chosen nothing. */
export function defaultOf(channel: 'push' | 'mail', kind: SQL): SQL {
  const kinds = notificationKinds.filter((each) => notificationRules[each].chosen[channel]);
  return sql`${kind} = any (${listLiteral(kinds)}::text[])`;
}

/** Whether a member, named by a column, takes mails of a kind. */
export function wantsMail(sub: SQL, kind: NotificationKind): SQL {
  return wants('mail', sub, kind);
}

/** Whether a member, named by a column, takes pushes of a kind on the devices they have. */
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
