import { type AnyPgColumn, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytea, userPoolUsers } from './users.ts';

/** One sign-in. Every token that descends from it contains its id as `origin_jti`. */
export const userPoolSessions = pgTable(
  'user_pool_sessions',
  {
    originJti: uuid('origin_jti').primaryKey(),
    sub: uuid()
      .notNull()
      .references(() => userPoolUsers.sub, { onDelete: 'cascade' }),
    /** Sign-in that delegated itself to this one. `null` when the user entered a password. */
    parentJti: uuid('parent_jti').references((): AnyPgColumn => userPoolSessions.originJti, {
      onDelete: 'cascade',
    }),
    clientId: text('client_id').notNull(),
    authenticatedAt: timestamp('authenticated_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
    /** User agent of the browser or app, cut to what the list of devices needs. */
    userAgent: text('user_agent').notNull().default(''),
    /**
     * Time at which the device signed in. Entering the password again later starts a new session.
     */
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Time of the last call, exact to five minutes, because not every call writes it. */
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('user_pool_sessions_sub_idx').on(table.sub),
    index('user_pool_sessions_parent_jti_idx').on(table.parentJti),
    index('user_pool_sessions_expires_at_idx').on(table.expiresAt),
  ],
);

export type SessionRow = typeof userPoolSessions.$inferSelect;

/**
 * Refresh tokens. Replaced ones are kept until their session ends, so that a stolen one is
 * recognized.
 */
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

/** One-time codes by which a signed-in client delegates its sign-in to a browser. */
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
