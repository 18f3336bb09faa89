import type { NotificationChannel, NotificationKind } from '@tanren/domain/notifications';
import { isNull, sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';

/** Browsers that receive push messages for a member (RFC 8030), one row per browser. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    sub: uuid().notNull(),
    /**
     * Secret address at the browser's push service. A browser has one, also when several members
     * use it.
     */
    endpoint: text().notNull().unique(),
    /** The browser's keys as base64url (RFC 8291). */
    p256dh: text().notNull(),
    auth: text().notNull(),
    userAgent: text('user_agent').notNull(),
    /**
     * The sign-in that added the browser; the row is deleted when it ends. `null` when the user
     * pool is another one, whose tokens do not contain it.
     */
    originJti: uuid('origin_jti'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    lastPushAt: timestamp('last_push_at', { withTimezone: true }),
  },
  (table) => [index('push_subscriptions_of_member').on(table.sub, table.id)],
);
export type PushSubscriptionRow = typeof pushSubscriptions.$inferSelect;

/** Choices of members. A kind without a row has the default of the domain package. */
export const notificationChoices = pgTable(
  'notification_choices',
  {
    sub: uuid().notNull(),
    kind: text().$type<NotificationKind>().notNull(),
    push: boolean().notNull(),
    mail: boolean().notNull(),
    /**
     * Address from the token with which the choice was made. Read only when accounts live in
     * another pool.
     */
    email: text(),
  },
  (table) => [
    primaryKey({ columns: [table.sub, table.kind] }),
    index('notification_choices_by_mail')
      .on(table.kind, table.sub)
      .where(sql`${table.mail}`),
  ],
);

/**
 * Messages to send, one per device and one for the mailbox. They are written in the same
 * transaction as the change they report. After a message was sent or given up, its text is deleted.
 * The row stays for some days to prevent sending the same message twice.
 */
export const notificationOutbox = pgTable(
  'notification_outbox',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    sub: uuid().notNull(),
    kind: text().$type<NotificationKind | 'test'>().notNull(),
    channel: text().$type<NotificationChannel>().notNull(),
    /** `null` for a mail. */
    subscriptionId: integer('subscription_id').references(() => pushSubscriptions.id, {
      onDelete: 'cascade',
    }),
    /** The collapse key (RFC 8030, Topic): a newer message replaces one that was not shown yet. */
    topic: text().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    /** The page that the message opens. */
    path: text().notNull(),
    /** Id of the reservation or wait, which must still be valid when the message is sent. */
    refId: integer('ref_id'),
    /**
     * Time of the next attempt. While one node sends the message, the time from which another may.
     */
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    attempts: smallint().notNull().default(0),
    /** Time when the message was sent, expired or given up. `null` before. */
    doneAt: timestamp('done_at', { withTimezone: true }),
  },
  (table) => [
    unique('notification_outbox_once')
      .on(table.sub, table.topic, table.channel, table.subscriptionId)
      .nullsNotDistinct(),
    index('notification_outbox_due').on(table.dueAt, table.id).where(isNull(table.doneAt)),
    index('notification_outbox_of_subscription').on(table.subscriptionId),
    index('notification_outbox_old').on(table.expiresAt),
  ],
);
export type OutboxRow = typeof notificationOutbox.$inferSelect;

/** Messages to all members who want them, with the progress through the list of members. */
export const notificationBroadcasts = pgTable(
  'notification_broadcasts',
  {
    /** Unique key of the message: an announcement, a week, or the reservations of a day. */
    key: text().primaryKey(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    /** The last member for whom messages were written. */
    position: uuid().notNull().default('00000000-0000-0000-0000-000000000000'),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [
    index('notification_broadcasts_open').on(table.startedAt).where(isNull(table.endedAt)),
  ],
);
