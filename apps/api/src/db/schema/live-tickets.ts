import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Passwords for the live channel: each opens it once, within a minute. */
export const liveTickets = pgTable(
  'live_tickets',
  {
    /** SHA-256 in hex; the ticket itself is random and only the member's browser has it. */
    ticketHash: text('ticket_hash').primaryKey(),
    sub: uuid().notNull(),
    /** The sign-in that asked for it: the channel ends with it. Null when the user pool does not tell. */
    originJti: uuid('origin_jti'),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('live_tickets_of_member').on(table.sub),
    index('live_tickets_expires_at').on(table.expiresAt),
  ],
);
