import { index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { bytea } from './users.ts';

/**
 * Failed guesses at one secret. The subject is a keyed hash, for known and unknown accounts alike.
 */
export const userPoolGuesses = pgTable(
  'user_pool_guesses',
  {
    subject: bytea().primaryKey(),
    failures: integer().notNull(),
    lockedUntil: timestamp('locked_until', { withTimezone: true }).notNull(),
  },
  (table) => [index('user_pool_guesses_locked_until_idx').on(table.lockedUntil)],
);

/** Number of uses within the current window of a limit. */
export const userPoolAllowances = pgTable(
  'user_pool_allowances',
  {
    subject: bytea().primaryKey(),
    used: integer().notNull(),
    windowEndsAt: timestamp('window_ends_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('user_pool_allowances_window_ends_at_idx').on(table.windowEndsAt)],
);

/** Handshakes and challenge sessions that were answered. Each can be answered once. */
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
  /** Hash in hex. */
  readonly codeHash: string;
  /** Time in milliseconds. */
  readonly expiresAt: number;
}

/**
 * Newest mailed code of each purpose. For a sign-up the row counts only the tries; its codes are in
 * `user_pool_sign_ups`. The subject is a keyed hash of the user's id, which may be simulated:
 * unknown addresses get rows too, so that a caller cannot tell them from known ones.
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
     * Earlier codes of a reset or a sign-in that are still valid. Other people can request a new
     * code, which must not invalidate the one that the owner is about to type.
     */
    older: jsonb().$type<readonly OlderCode[]>().notNull().default([]),
    /** Address that the code proves, if it is not the account's address yet. */
    newEmail: text('new_email'),
  },
  (table) => [primaryKey({ columns: [table.purpose, table.subject] })],
);
