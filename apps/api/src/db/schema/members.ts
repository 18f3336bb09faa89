import type { ExerciseHabit, Sex, TrainingPurpose } from '@tanren/domain/members/profile';
import { isNull, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea } from './server.ts';
import type { NotificationChannel, NotificationKind } from '@tanren/domain/members/notifications';

/** All versions of the terms that members have agreed to. Rows are added and never changed. */
export const termsAgreements = pgTable(
  'terms_agreements',
  {
    sub: uuid().notNull(),
    version: integer().notNull(),
    agreedAt: timestamp('agreed_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.sub, table.version] })],
);

export type TermsAgreementRow = typeof termsAgreements.$inferSelect;

/**
 * Members whose data was erased while their account is in another user pool, which the server
 * cannot query. Tokens issued before are rejected. The hash identifies no person, and is deleted
 * when no such token can be valid.
 */
export const erasedAccounts = pgTable(
  'erased_accounts',
  {
    subHash: bytea('sub_hash').primaryKey(),
    erasedAt: timestamp('erased_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('erased_accounts_erased_at').on(table.erasedAt)],
);

/**
 * Profiles of members. `sub` is the account's id in the user pool. It is no foreign key, because
 * accounts may live in Amazon Cognito. A profile from before a mandatory field existed lacks it.
 */
export const userInfos = pgTable(
  'user_infos',
  {
    sub: uuid().primaryKey(),
    /** Nickname in NFKC, as in the domain package. */
    nickname: text().notNull(),
    /** Height in centimetres, and weight in kilograms. */
    height: numeric({ precision: 4, scale: 1, mode: 'number' }),
    weight: numeric({ precision: 4, scale: 1, mode: 'number' }),
    birthDate: date('birth_date', { mode: 'string' }),
    sex: text().$type<Sex>(),
    exerciseHabit: text('exercise_habit').$type<ExerciseHabit>(),
    trainingPurposes: text('training_purposes')
      .array()
      .$type<TrainingPurpose[]>()
      .notNull()
      .default([]),
    rankingVisible: boolean('ranking_visible').notNull().default(true),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  // Staff look members up by how a nickname begins and by a part of it, both folded by `search_name`.
  // The two indexes on `lower(nickname)` serve the previous release only.
  (table) => [
    index('user_infos_by_search_name').using(
      'btree',
      sql`search_name(${table.nickname}) text_pattern_ops`,
      table.sub,
    ),
    index('user_infos_search_name_parts')
      .using('gin', sql`search_grams(search_name(${table.nickname}))`)
      .with({ fastupdate: false }),
    index('user_infos_by_nickname').using(
      'btree',
      sql`lower(${table.nickname}) text_pattern_ops`,
      table.sub,
    ),
    index('user_infos_nickname_parts')
      .using('gin', sql`search_grams(lower(${table.nickname}))`)
      .with({ fastupdate: false }),
  ],
);

/**
 * The mail address in the newest token of each member, where accounts live in Amazon Cognito. It is
 * deleted with the profile.
 */
export const tokenAddresses = pgTable('token_addresses', {
  sub: uuid()
    .primaryKey()
    .references(() => userInfos.sub, { onDelete: 'cascade' }),
  email: text().notNull(),
  issuedAt: timestamp('issued_at', { withTimezone: true }).notNull(),
});

export type UserInfoRow = typeof userInfos.$inferSelect;
/** The data that the member entered, without the times. */
export type Profile = Omit<UserInfoRow, 'createdAt' | 'updatedAt'>;

/** Announcements. One without a time is a draft, and one whose time has come is public. */
export const announcements = pgTable(
  'informations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    content: text().notNull(),
    publishAt: timestamp('publish_at', { withTimezone: true }),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    /** Incremented by each change. */
    version: integer().notNull().default(1),
    /** Id made by the author's client. Sending the announcement again with it changes nothing. */
    draftId: uuid('draft_id').unique(),
  },
  (table) => [index('informations_newest').on(table.publishAt, table.id)],
);
export type AnnouncementRow = typeof announcements.$inferSelect;

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
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
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
    refId: bigint('ref_id', { mode: 'number' }),
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
