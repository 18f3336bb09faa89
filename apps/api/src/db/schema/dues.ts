import type { DuesEntryKind } from '@tanren/domain/memberships/dues-ledger';
import { isNotNull, sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { gyms } from './gyms.ts';
import { memberships } from './memberships.ts';
import { bytea } from './server.ts';

const gymId = () =>
  integer('gym_id')
    .notNull()
    .references(() => gyms.id);
const membershipId = () =>
  integer('membership_id')
    .notNull()
    .references(() => memberships.id, { onDelete: 'cascade' });
const instant = (name: string) => timestamp(name, { withTimezone: true });
/** Month as `YYYY-MM`. */
const month = () => text().notNull();

/**
 * Transfer files that a gym has made for its bank, one per month and day of withdrawal. A file that
 * is made again for the same day replaces the one before, until the bank's results are imported.
 */
export const duesTransfers = pgTable(
  'dues_transfers',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    gymId: gymId(),
    month: month(),
    /** Day on which the bank withdraws. */
    onDay: date('on_day', { mode: 'string' }).notNull(),
    madeAt: instant('made_at').notNull(),
    /** SHA-256 of the file with the results. `null` until it is imported. */
    resultsDigest: bytea('results_digest'),
    resultsAt: instant('results_at'),
  },
  (table) => [
    unique('dues_transfers_day').on(table.gymId, table.month, table.onDay),
    check('dues_transfers_month', sql`${table.month} ~ '^\\d{4}-(0[1-9]|1[0-2])$'`),
  ],
);
export type DuesTransferRow = typeof duesTransfers.$inferSelect;

/** Amounts that a transfer file asks for. The bank's results must have the same. */
export const duesTransferItems = pgTable(
  'dues_transfer_items',
  {
    transferId: integer('transfer_id')
      .notNull()
      .references(() => duesTransfers.id, { onDelete: 'cascade' }),
    membershipId: membershipId(),
    /** Amount in yen. */
    amount: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transferId, table.membershipId] }),
    index('dues_transfer_items_of_membership').on(table.membershipId),
    check('dues_transfer_items_amount', sql`${table.amount} > 0`),
  ],
);

/**
 * Ledger of the dues. A trigger rejects every change of an entry. Entries are deleted only together
 * with their contract. A balance is the sum of the amounts.
 */
export const duesEntries = pgTable(
  'dues_entries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    gymId: gymId(),
    membershipId: membershipId(),
    month: month(),
    kind: text().$type<DuesEntryKind>().notNull(),
    /** Amount in yen. It is positive when the member owes more, and negative for a payment. */
    amount: integer().notNull(),
    at: instant('at').notNull(),
    /** Reason given by staff, or the reason of the bank for a failed transfer. */
    reason: text().notNull().default(''),
    /** Transfer whose results made the entry. `null` for other entries. */
    transferId: integer('transfer_id').references(() => duesTransfers.id),
    /**
     * Id made by the page for an entry by hand. Sending the entry again with it changes nothing.
     * `null` for other entries.
     */
    draftId: uuid('draft_id').unique(),
  },
  (table) => [
    // A month is charged once, even when two nodes do it at the same time.
    uniqueIndex('dues_entries_charge')
      .on(table.membershipId, table.month)
      .where(sql`${table.kind} = 'charge'`),
    // The results of a transfer are booked once for each membership.
    uniqueIndex('dues_entries_result')
      .on(table.transferId, table.membershipId)
      .where(isNotNull(table.transferId)),
    index('dues_entries_of_gym').on(table.gymId, table.month, table.membershipId),
    index('dues_entries_of_membership').on(table.membershipId, table.id),
    check('dues_entries_month', sql`${table.month} ~ '^\\d{4}-(0[1-9]|1[0-2])$'`),
    check(
      'dues_entries_amount',
      sql`case ${table.kind}
        when 'charge' then ${table.amount} > 0
        when 'payment' then ${table.amount} < 0
        when 'failed' then ${table.amount} = 0
        when 'correction' then ${table.amount} <> 0
        when 'refund' then ${table.amount} > 0
        else false
      end`,
    ),
  ],
);
export type DuesEntryRow = typeof duesEntries.$inferSelect;

/** Bank accounts of members for the direct debit, encrypted. Only staff see them. */
export const debitAccounts = pgTable(
  'debit_accounts',
  {
    membershipId: membershipId().primaryKey(),
    /** Bank, branch, kind and number of the account, and the name of its holder. */
    sealed: bytea().notNull(),
    /** Whether the bank has already withdrawn from this account, which the transfer file states. */
    registration: text().$type<'new' | 'changed' | 'known'>().notNull().default('new'),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    check('debit_accounts_registration', sql`${table.registration} in ('new', 'changed', 'known')`),
  ],
);

/** Accounts to which the bank transfers the dues of a gym, with the gym's number there. Encrypted. */
export const duesCollectors = pgTable('dues_collectors', {
  gymId: gymId().primaryKey(),
  sealed: bytea().notNull(),
  updatedAt: instant('updated_at').notNull(),
});
