import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Wrong link codes of the last minutes: guessing must not pay, on whichever node. */
export const linkFailures = pgTable(
  'link_failures',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity({ cycle: true }),
    sub: uuid().notNull(),
    /** As typed; there may be no such machine. */
    machineId: integer('machine_id'),
    /** The network it came from. Null: noted by the release before this one. */
    address: text(),
    failedAt: timestamp('failed_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('link_failures_of_member').on(table.sub, table.failedAt),
    index('link_failures_of_address').on(table.address, table.failedAt),
    index('link_failures_failed_at').on(table.failedAt),
  ],
);
