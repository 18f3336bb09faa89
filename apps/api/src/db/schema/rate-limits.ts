import { bigint, index, pgTable, timestamp } from 'drizzle-orm/pg-core';
import { bytea } from './server-keys.ts';

/** Calls of busy callers, counted over all nodes. By the database's clock, which all nodes share. */
export const rateLimitWindows = pgTable(
  'rate_limit_windows',
  {
    /** A keyed hash of who calls what: nobody reads addresses or members from it. */
    caller: bytea().primaryKey(),
    used: bigint({ mode: 'number' }).notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('rate_limit_windows_ends_at').on(table.endsAt)],
);
