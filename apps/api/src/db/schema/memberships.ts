import type {
  MembershipEventKind,
  MembershipRequestKind,
} from '@tanren/domain/membership-requests';
import { isNotNull, isNull, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { gyms, subscriptionPlans } from './gyms.ts';

const gymId = () =>
  integer('gym_id')
    .notNull()
    .references(() => gyms.id);
const planId = () => integer('plan_id').references(() => subscriptionPlans.id);
const instant = (name: string) => timestamp(name, { withTimezone: true });

/**
 * The contract of a person with a gym. It outlives the account: without one it keeps the name and
 * its number as long as the privacy policy says.
 */
export const memberships = pgTable(
  'memberships',
  {
    /** Also the number that members and staff read, with eight digits. */
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    gymId: gymId(),
    /** Null: the account was deleted. */
    sub: uuid(),
    /** Of the person, as on an identity card. */
    name: text().notNull(),
    /** Where its steps are told, from the token of whoever asked last; null: nowhere. */
    email: text(),
    joinedAt: instant('joined_at').notNull(),
    /** Grows with each change of its terms. */
    version: integer().notNull().default(1),
    /** When the account went. */
    accountDeletedAt: instant('account_deleted_at'),
  },
  (table) => [
    index('memberships_of_member').on(table.sub).where(isNotNull(table.sub)),
    index('memberships_of_gym').on(table.gymId, table.id),
    index('memberships_search_name_parts')
      .using('gin', sql`search_grams(search_name(${table.name}))`)
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
 * Days with one plan, see the domain. Those of one membership do not overlap (an exclusion
 * constraint in the migration, which Drizzle cannot say).
 */
export const membershipTerms = pgTable(
  'membership_terms',
  {
    membershipId: integer('membership_id')
      .notNull()
      .references(() => memberships.id, { onDelete: 'cascade' }),
    fromDay: date('from_day', { mode: 'string' }).notNull(),
    /** Included; null: until further notice. */
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

/** What members ask for; a row stays, decided or withdrawn, as part of the history. */
export const membershipRequests = pgTable(
  'membership_requests',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Made by the page: the same one sent again is the same request. */
    draftId: uuid('draft_id').notNull(),
    gymId: gymId(),
    sub: uuid().notNull(),
    /** Null of a wish to join. */
    membershipId: integer('membership_id').references(() => memberships.id, {
      onDelete: 'cascade',
    }),
    kind: text().$type<MembershipRequestKind>().notNull(),
    planId: planId(),
    /** The first day of what is asked for; of an end the first day without. */
    fromDay: date('from_day', { mode: 'string' }).notNull(),
    lastDay: date('last_day', { mode: 'string' }),
    name: text().notNull(),
    note: text().notNull().default(''),
    /** From the token. */
    email: text(),
    requestedAt: instant('requested_at').notNull(),
    decidedAt: instant('decided_at'),
    outcome: text().$type<'approved' | 'declined' | 'withdrawn'>(),
  },
  (table) => [
    uniqueIndex('membership_requests_draft').on(table.sub, table.draftId),
    // One open request for a member in a gym, whatever runs at once.
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

/** What happened, one row a step, never changed but for the mail. */
export const membershipEvents = pgTable(
  'membership_events',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    kind: text().$type<MembershipEventKind>().notNull(),
    by: text().$type<'member' | 'staff' | 'system'>().notNull(),
    gymId: gymId(),
    /** Null: the account was deleted. */
    sub: uuid(),
    membershipId: integer('membership_id').references(() => memberships.id, {
      onDelete: 'cascade',
    }),
    request: text().$type<MembershipRequestKind>(),
    planId: planId(),
    fromDay: date('from_day', { mode: 'string' }),
    lastDay: date('last_day', { mode: 'string' }),
    /** Of cancelled reservations. */
    count: integer(),
    reason: text().notNull().default(''),
    /** Where it is told; gone once told, or when there is nothing to tell. */
    email: text(),
  },
  (table) => [
    index('membership_events_of_member').on(table.sub, table.id).where(isNotNull(table.sub)),
    index('membership_events_of_membership').on(table.membershipId, table.id),
    index('membership_events_to_mail').on(table.id).where(isNotNull(table.email)),
  ],
);
export type MembershipEventRow = typeof membershipEvents.$inferSelect;
