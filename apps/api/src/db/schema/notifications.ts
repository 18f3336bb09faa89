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

/** Browsers that take pushes for a member (RFC 8030); one row a browser. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    sub: uuid().notNull(),
    /** A secret address at the browser's push service; a browser has one, whoever uses it. */
    endpoint: text().notNull().unique(),
    /** The browser's keys as base64url (RFC 8291). */
    p256dh: text().notNull(),
    auth: text().notNull(),
    userAgent: text('user_agent').notNull(),
    /** The sign-in it was added by: it ends with it. Null: a pool elsewhere, which tells nothing. */
    originJti: uuid('origin_jti'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    lastPushAt: timestamp('last_push_at', { withTimezone: true }),
  },
  (table) => [index('push_subscriptions_of_member').on(table.sub, table.id)],
);
export type PushSubscriptionRow = typeof pushSubscriptions.$inferSelect;

/** What a member chose; a kind without a row is as the domain's rule says. */
export const notificationChoices = pgTable(
  'notification_choices',
  {
    sub: uuid().notNull(),
    kind: text().$type<NotificationKind>().notNull(),
    push: boolean().notNull(),
    mail: boolean().notNull(),
    /** Of the token by which it was chosen; only read where accounts live in another pool. */
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
 * Messages to be sent, one for each device, and one for the mailbox. Written in the transaction of
 * what they tell of. Once sent or given up, a row keeps no words; it stays for some days, so that the
 * same thing is not told twice.
 */
export const notificationOutbox = pgTable(
  'notification_outbox',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    sub: uuid().notNull(),
    kind: text().$type<NotificationKind | 'test'>().notNull(),
    channel: text().$type<NotificationChannel>().notNull(),
    /** Null: a mail. */
    subscriptionId: integer('subscription_id').references(() => pushSubscriptions.id, {
      onDelete: 'cascade',
    }),
    /** The collapse key (RFC 8030, Topic): a newer message takes the place of one not yet seen. */
    topic: text().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    /** The page it opens. */
    path: text().notNull(),
    /** Of a reservation or a wait: the row that must still stand when it is sent. */
    refId: integer('ref_id'),
    /** When it is next tried; while one node sends it, when another one may. */
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    attempts: smallint().notNull().default(0),
    /** Sent, expired or given up. */
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

/** Messages to everybody who wants them, and how far the list of members was worked off. */
export const notificationBroadcasts = pgTable(
  'notification_broadcasts',
  {
    /** What is told, once: an announcement, a week, the reservations of a day. */
    key: text().primaryKey(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    /** The last member who was reached. */
    position: uuid().notNull().default('00000000-0000-0000-0000-000000000000'),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [
    index('notification_broadcasts_open').on(table.startedAt).where(isNull(table.endedAt)),
  ],
);
