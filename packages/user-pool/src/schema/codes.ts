import { index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { bytea } from './users.ts';

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

export const codePurposes = ['sign-up', 'reset-password', 'email', 'sign-in'] as const;
export type CodePurpose = (typeof codePurposes)[number];

export interface OlderCode {
  /** In hex. */
  readonly codeHash: string;
  /** Milliseconds. */
  readonly expiresAt: number;
}

/**
 * Mailed codes, the newest of each purpose; for a sign-up only the tries, its codes stand beside
 * what was signed up with. The subject is a keyed hash of an address (or, for
 * `email`, of a user id), because rows are also made for addresses that nobody has: an asker
 * must not see the difference.
 */
export const userPoolCodes = pgTable(
  'user_pool_codes',
  {
    purpose: text().$type<CodePurpose>().notNull(),
    subject: bytea().notNull(),
    codeHash: bytea('code_hash').notNull(),
    tries: integer().notNull().default(0),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
    /**
     * Codes of a reset or a sign-in that were mailed before and still last. Anybody can ask for another: the one
     * that the owner is about to type must not end by it.
     */
    older: jsonb().$type<readonly OlderCode[]>().notNull().default([]),
    /** The address that the code proves, when it is not the account's yet. */
    newEmail: text('new_email'),
  },
  (table) => [primaryKey({ columns: [table.purpose, table.subject] })],
);
