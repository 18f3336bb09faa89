import type { ConfirmationSection } from '@tanren/domain/memberships/join-confirmation';
import type {
  MembershipEventKind,
  MembershipRequestKind,
} from '@tanren/domain/memberships/membership-requests';
import type { GuardianRelation } from '@tanren/domain/memberships/minors';
import { isNotNull, isNull, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { gyms, subscriptionPlans } from './gyms.ts';
import { bytea } from './server.ts';

const gymId = () =>
  integer('gym_id')
    .notNull()
    .references(() => gyms.id);
const planId = () => integer('plan_id').references(() => subscriptionPlans.id);
const instant = (name: string) => timestamp(name, { withTimezone: true });

/**
 * The contract of a person with a gym. After the account is deleted, the row keeps name and number
 * for as long as the privacy policy says.
 */
export const memberships = pgTable(
  'memberships',
  {
    /** Also the membership number that members and staff see, with eight digits. */
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    gymId: gymId(),
    /** `null` after the account was deleted. */
    sub: uuid(),
    /** Name of the person, as on an identity card. */
    name: text().notNull(),
    /**
     * フリガナ of the name in katakana. `null` when it is not known, and after the account was
     * deleted.
     */
    nameKana: text('name_kana'),
    /**
     * Address for mails about the membership, from the token of the member's last request. `null`
     * when there is none.
     */
    email: text(),
    joinedAt: instant('joined_at').notNull(),
    /** Incremented by each change of the terms. */
    version: integer().notNull().default(1),
    /** Time when the account was deleted. `null` while it exists. */
    accountDeletedAt: instant('account_deleted_at'),
  },
  (table) => [
    index('memberships_of_member').on(table.sub).where(isNotNull(table.sub)),
    index('memberships_of_gym').on(table.gymId, table.id),
    index('memberships_search_name_parts')
      .using('gin', sql`search_grams(search_name(${table.name}))`)
      .with({ fastupdate: false }),
    // The first characters of the family name and of the given name, which a space separates.
    index('memberships_search_name_initials')
      .using(
        'gin',
        sql`(array[left(search_name(${table.name}), 1), left(search_name(split_part(${table.name}, ' ', 2)), 1)])`,
      )
      .with({ fastupdate: false }),
    index('memberships_search_kana_parts')
      .using('gin', sql`search_grams(search_name(${table.nameKana}))`)
      .with({ fastupdate: false }),
    index('memberships_search_kana_initials')
      .using(
        'gin',
        sql`(array[left(search_name(${table.nameKana}), 1), left(search_name(split_part(${table.nameKana}, ' ', 2)), 1)])`,
      )
      .with({ fastupdate: false }),
    // This index serves the previous release only.
    index('memberships_by_name').using(
      'btree',
      table.gymId,
      sql`lower(${table.name}) text_pattern_ops`,
      table.id,
    ),
    index('memberships_without_account')
      .on(table.accountDeletedAt)
      .where(isNotNull(table.accountDeletedAt)),
  ],
);
export type MembershipRow = typeof memberships.$inferSelect;

/**
 * Periods with one plan each, as in the domain package. Periods of one membership do not overlap:
 * the migration has an exclusion constraint for it, which Drizzle cannot express.
 */
export const membershipTerms = pgTable(
  'membership_terms',
  {
    membershipId: integer('membership_id')
      .notNull()
      .references(() => memberships.id, { onDelete: 'cascade' }),
    fromDay: date('from_day', { mode: 'string' }).notNull(),
    /** Last day, included. `null` for a period without an end. */
    lastDay: date('last_day', { mode: 'string' }),
    planId: planId().notNull(),
    paused: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.membershipId, table.fromDay] }),
    index('membership_terms_of_plan').on(table.planId),
    check(
      'membership_terms_order',
      sql`${table.lastDay} is null or ${table.fromDay} <= ${table.lastDay}`,
    ),
  ],
);

/** Requests of members. Decided and withdrawn ones stay as part of the history. */
export const membershipRequests = pgTable(
  'membership_requests',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Id made by the page. Sending the request again with it changes nothing. */
    draftId: uuid('draft_id').notNull(),
    gymId: gymId(),
    sub: uuid().notNull(),
    /** `null` for a request to join. */
    membershipId: integer('membership_id').references(() => memberships.id, {
      onDelete: 'cascade',
    }),
    kind: text().$type<MembershipRequestKind>().notNull(),
    planId: planId(),
    /**
     * First day of the requested change. For a cancellation it is the first day without membership.
     */
    fromDay: date('from_day', { mode: 'string' }).notNull(),
    lastDay: date('last_day', { mode: 'string' }),
    name: text().notNull(),
    /** フリガナ of the name, for a request to join. `null` without one. */
    nameKana: text('name_kana'),
    note: text().notNull().default(''),
    /** Date of birth, for a request to join. `null` for others, and from earlier releases. */
    birthDate: date('birth_date', { mode: 'string' }),
    /** Address from the member's token. */
    email: text(),
    requestedAt: instant('requested_at').notNull(),
    decidedAt: instant('decided_at'),
    outcome: text().$type<'approved' | 'declined' | 'withdrawn'>(),
  },
  (table) => [
    uniqueIndex('membership_requests_draft').on(table.sub, table.draftId),
    // A member has at most one open request in a gym, even when two are sent at the same time.
    uniqueIndex('membership_requests_open')
      .on(table.sub, table.gymId)
      .where(isNull(table.decidedAt)),
    index('membership_requests_of_gym')
      .on(table.gymId, table.requestedAt, table.id)
      .where(isNull(table.decidedAt)),
    index('membership_requests_of_membership').on(table.membershipId),
  ],
);
export type MembershipRequestRow = typeof membershipRequests.$inferSelect;

/**
 * Mails to the guardian of a minor who applied, one row per mail. The newest row of a request counts.
 * The link in a mail has a token, of which only the SHA-256 is stored.
 */
export const guardianConsents = pgTable(
  'guardian_consents',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    requestId: integer('request_id')
      .notNull()
      .references(() => membershipRequests.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    relation: text().$type<GuardianRelation>().notNull(),
    /** Address for the mail. `null` after a newer mail replaced this one. */
    email: text(),
    queuedAt: instant('queued_at').notNull(),
    /** `null` until the mail was sent. */
    sentAt: instant('sent_at'),
    expiresAt: instant('expires_at'),
    /** `null` before the mail was sent, and after the link was used or replaced. */
    tokenHash: bytea('token_hash'),
    decidedAt: instant('decided_at'),
    outcome: text().$type<'agreed' | 'declined'>(),
    /** Confirmation that the guardian saw. `null` before the decision. */
    confirmationText: text('confirmation_text'),
  },
  (table) => [
    index('guardian_consents_of_request').on(table.requestId, table.id),
    uniqueIndex('guardian_consents_token').on(table.tokenHash),
    index('guardian_consents_to_mail')
      .on(table.id)
      .where(sql`${table.sentAt} is null and ${table.email} is not null`),
    index('guardian_consents_undecided').on(table.queuedAt).where(isNull(table.decidedAt)),
  ],
);
export type GuardianConsentRow = typeof guardianConsents.$inferSelect;

/**
 * Final confirmations (最終確認), exactly as they were shown before a member applied. A row is deleted
 * together with its contract.
 */
export const membershipConfirmations = pgTable(
  'membership_confirmations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    gymId: gymId(),
    /** `null` after the account was deleted. */
    sub: uuid(),
    /** `null` after the account was deleted. */
    requestId: integer('request_id').references(() => membershipRequests.id, {
      onDelete: 'set null',
    }),
    /** `null` while the gym has not approved the request. */
    membershipId: integer('membership_id').references(() => memberships.id, {
      onDelete: 'cascade',
    }),
    /** Number of the wording that the program used. */
    version: integer().notNull(),
    /** SHA-256 of the text as hexadecimal digits. */
    digest: text().notNull(),
    text: text().notNull(),
    sections: jsonb().$type<readonly ConfirmationSection[]>().notNull(),
    agreedAt: instant('agreed_at').notNull(),
  },
  (table) => [
    uniqueIndex('membership_confirmations_of_request').on(table.requestId),
    index('membership_confirmations_of_membership').on(table.membershipId),
    index('membership_confirmations_of_member').on(table.sub, table.id).where(isNotNull(table.sub)),
  ],
);
export type MembershipConfirmationRow = typeof membershipConfirmations.$inferSelect;

/** History of memberships, one row per step. Only the mail address of a row ever changes. */
export const membershipEvents = pgTable(
  'membership_events',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    kind: text().$type<MembershipEventKind>().notNull(),
    by: text().$type<'member' | 'staff' | 'system' | 'guardian'>().notNull(),
    gymId: gymId(),
    /** `null` after the account was deleted. */
    sub: uuid(),
    membershipId: integer('membership_id').references(() => memberships.id, {
      onDelete: 'cascade',
    }),
    request: text().$type<MembershipRequestKind>(),
    planId: planId(),
    fromDay: date('from_day', { mode: 'string' }),
    lastDay: date('last_day', { mode: 'string' }),
    /** Number of cancelled reservations. */
    count: integer(),
    reason: text().notNull().default(''),
    /** Address for the mail. `null` after the mail was sent, or when none is needed. */
    email: text(),
  },
  (table) => [
    index('membership_events_of_member').on(table.sub, table.id).where(isNotNull(table.sub)),
    index('membership_events_of_membership').on(table.membershipId, table.id),
    index('membership_events_to_mail').on(table.id).where(isNotNull(table.email)),
  ],
);
export type MembershipEventRow = typeof membershipEvents.$inferSelect;

/**
 * Answers to the health check of a gym. They are encrypted, and no other column says what they are:
 * the database alone must not reveal anybody's health.
 */
export const healthChecks = pgTable(
  'health_checks',
  {
    sub: uuid().notNull(),
    gymId: gymId(),
    /** Version of the questions that were answered. */
    version: smallint().notNull(),
    /** The answers, see `health-answers.ts`. */
    sealed: bytea().notNull(),
    answeredAt: instant('answered_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sub, table.gymId] }),
    index('health_checks_by_age').on(table.answeredAt),
  ],
);
export type HealthCheckRow = typeof healthChecks.$inferSelect;
