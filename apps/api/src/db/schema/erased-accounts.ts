import { index, pgTable, timestamp } from 'drizzle-orm/pg-core';
import { bytea } from './bytea.ts';

/**
 * Whose data was erased while their account is in another user pool, which we cannot ask: tokens
 * from before count no more. A hash names nobody, and goes when no such token can be left.
 */
export const erasedAccounts = pgTable(
  'erased_accounts',
  {
    subHash: bytea('sub_hash').primaryKey(),
    erasedAt: timestamp('erased_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('erased_accounts_erased_at').on(table.erasedAt)],
);
