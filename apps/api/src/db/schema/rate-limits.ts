import { bigint, index, pgTable, timestamp } from 'drizzle-orm/pg-core';
import { bytea } from './server-keys.ts';

/**
 * Request counts of busy callers over all nodes. Times are from the database's clock, which all
 * nodes share.
 */
export const rateLimitWindows = pgTable(
  'rate_limit_windows',
  {
    /** Keyed hash of caller and route, which reveals neither addresses nor members. */
    caller: bytea().primaryKey(),
    used: bigint({ mode: 'number' }).notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('rate_limit_windows_ends_at').on(table.endsAt)],
);
