import type { AuthenticationOperation, AuthenticationOutcome } from '@tanren/domain/authentication';
import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { userPoolUsers } from './users.ts';

/**
 * What happened with an account, for its owner. No password, code or token, and of the address
 * only the network it belongs to.
 */
export const authenticationEvents = pgTable(
  'authentication_events',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    sub: uuid()
      .notNull()
      .references(() => userPoolUsers.sub, { onDelete: 'cascade' }),
    at: timestamp({ withTimezone: true }).notNull(),
    operation: text().$type<AuthenticationOperation>().notNull(),
    outcome: text().$type<AuthenticationOutcome>().notNull(),
    /** An IPv4 /24 or an IPv6 /48, or empty. */
    network: text().notNull(),
    requestId: text('request_id').notNull(),
  },
  (table) => [
    index('authentication_events_sub_at_idx').on(table.sub, table.at, table.id),
    index('authentication_events_at_idx').on(table.at),
  ],
);
