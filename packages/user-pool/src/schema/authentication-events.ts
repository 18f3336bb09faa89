import type {
  AuthenticationOperation,
  AuthenticationOutcome,
} from '@tanren/domain/identity/authentication';
import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { userPoolUsers } from './users.ts';

/**
 * Events of an account, for its owner. They contain no password, code or token, and only the
 * network of the IP address.
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
    /** IPv4 /24 or IPv6 /48 network. Empty when the address is unknown. */
    network: text().notNull(),
    requestId: text('request_id').notNull(),
  },
  (table) => [
    index('authentication_events_sub_at_idx').on(table.sub, table.at, table.id),
    index('authentication_events_at_idx').on(table.at),
  ],
);
