import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea } from './bytea.ts';

/** One row: which pool and which root key the other tables were written with. */
export const userPoolInstallation = pgTable('user_pool_installation', {
  id: integer().primaryKey(),
  poolId: text('pool_id').notNull(),
  keyFingerprint: bytea('key_fingerprint').notNull(),
});
