import { type AnyPgColumn, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytea, userPoolUsers } from './users.ts';

/** One sign-in. Its id travels as `origin_jti` in every token that descends from it. */
export const userPoolSessions = pgTable(
  'user_pool_sessions',
  {
    originJti: uuid('origin_jti').primaryKey(),
    sub: uuid()
      .notNull()
      .references(() => userPoolUsers.sub, { onDelete: 'cascade' }),
    /** The sign-in that handed itself to this one; null when somebody entered a password. */
    parentJti: uuid('parent_jti').references((): AnyPgColumn => userPoolSessions.originJti, {
      onDelete: 'cascade',
    }),
    clientId: text('client_id').notNull(),
    authenticatedAt: timestamp('authenticated_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
    /** Of the browser or app, as it names itself; cut to what a list of devices needs. */
    userAgent: text('user_agent').notNull().default(''),
    /** When the device was signed in. A password that is asked for later starts a new session. */
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Within five minutes: it is not written by every call. */
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('user_pool_sessions_sub_idx').on(table.sub),
    index('user_pool_sessions_parent_jti_idx').on(table.parentJti),
    index('user_pool_sessions_expires_at_idx').on(table.expiresAt),
  ],
);

export type SessionRow = typeof userPoolSessions.$inferSelect;

/** Rotated-out tokens stay until their session ends: only so can a stolen one be recognised. */
export const userPoolRefreshTokens = pgTable(
  'user_pool_refresh_tokens',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    originJti: uuid('origin_jti')
      .notNull()
      .references(() => userPoolSessions.originJti, { onDelete: 'cascade' }),
    issuedAt: timestamp('issued_at', { withTimezone: true }).notNull(),
    replacedAt: timestamp('replaced_at', { withTimezone: true }),
  },
  (table) => [index('user_pool_refresh_tokens_origin_jti_idx').on(table.originJti)],
);

/** One-time codes by which a signed-in client hands its sign-in to a browser. */
export const userPoolDelegationCodes = pgTable(
  'user_pool_delegation_codes',
  {
    codeHash: bytea('code_hash').primaryKey(),
    originJti: uuid('origin_jti')
      .notNull()
      .references(() => userPoolSessions.originJti, { onDelete: 'cascade' }),
    sub: uuid()
      .notNull()
      .references(() => userPoolUsers.sub, { onDelete: 'cascade' }),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('user_pool_delegation_codes_origin_jti_idx').on(table.originJti),
    index('user_pool_delegation_codes_sub_idx').on(table.sub),
  ],
);
