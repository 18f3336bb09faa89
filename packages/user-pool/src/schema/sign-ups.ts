import { index, jsonb, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytea } from './bytea.ts';
import { userPoolUsers, type UserRow } from './users.ts';

/**
 * What somebody signed up with, beside the code that was mailed for it, until one of an address is
 * confirmed. Code and password belong together: anybody can sign up with anybody's address.
 */
export const userPoolSignUps = pgTable(
  'user_pool_sign_ups',
  {
    id: uuid().primaryKey(),
    sub: uuid()
      .notNull()
      .references(() => userPoolUsers.sub, { onDelete: 'cascade' }),
    /** Sealed, as the user's own. */
    credential: bytea().notNull(),
    attributes: jsonb().$type<UserRow['attributes']>().notNull(),
    codeHash: bytea('code_hash').notNull(),
    /** A keyed hash of the network, to know who asks for the code once more. */
    client: bytea().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** Of the code. */
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('user_pool_sign_ups_sub_idx').on(table.sub)],
);

export type SignUpRow = typeof userPoolSignUps.$inferSelect;
