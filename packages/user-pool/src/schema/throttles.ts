import { index, integer, pgTable, timestamp } from 'drizzle-orm/pg-core';
import { bytea } from './bytea.ts';

/** Failed guesses at one secret; the subject is a keyed hash, known accounts and unknown alike. */
export const userPoolGuesses = pgTable(
  'user_pool_guesses',
  {
    subject: bytea().primaryKey(),
    failures: integer().notNull(),
    lockedUntil: timestamp('locked_until', { withTimezone: true }).notNull(),
  },
  (table) => [index('user_pool_guesses_locked_until_idx').on(table.lockedUntil)],
);

/** How often something was done within the running window. */
export const userPoolAllowances = pgTable(
  'user_pool_allowances',
  {
    subject: bytea().primaryKey(),
    used: integer().notNull(),
    windowEndsAt: timestamp('window_ends_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('user_pool_allowances_window_ends_at_idx').on(table.windowEndsAt)],
);

/** Handshakes and challenge sessions that were answered: none is answered twice. */
export const userPoolSpentTickets = pgTable(
  'user_pool_spent_tickets',
  {
    ticketHash: bytea('ticket_hash').primaryKey(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('user_pool_spent_tickets_expires_at_idx').on(table.expiresAt)],
);
