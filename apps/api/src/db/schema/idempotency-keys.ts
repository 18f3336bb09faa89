import { sql } from 'drizzle-orm';
import {
  check,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea } from './server-keys.ts';

/**
 * Calls that were done with an Idempotency-Key, and how they were answered. The key itself is not
 * stored: without it nobody can read an answer, nor guess a request by its fingerprint. Times are
 * the database's own.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    sub: uuid().notNull(),
    keyHash: bytea('key_hash').notNull(),
    /** Of method, address and body. */
    fingerprint: bytea().notNull(),
    status: smallint().notNull(),
    /** null: an answer without a body. */
    contentType: text('content_type'),
    sealedAnswer: bytea('sealed_answer').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true })
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.sub, table.keyHash] }),
    index('idempotency_keys_created_at').on(table.createdAt),
    check('idempotency_keys_answer_size', sql`octet_length(${table.sealedAnswer}) <= 262144`),
  ],
);
