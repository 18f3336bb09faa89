import { pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytea } from './bytea.ts';
import { userPoolUsers } from './users.ts';

/** Ten for each authenticator app, as keyed hashes; each takes the place of one code, once. */
export const userPoolRecoveryCodes = pgTable(
  'user_pool_recovery_codes',
  {
    sub: uuid()
      .notNull()
      .references(() => userPoolUsers.sub, { onDelete: 'cascade' }),
    codeHash: bytea('code_hash').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.sub, table.codeHash] })],
);
