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
 * Answers to requests with an Idempotency-Key. The key itself is not stored, and without it an
 * answer cannot be decrypted, nor a request be guessed from its fingerprint. Times are from the
 * database's clock.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    sub: uuid().notNull(),
    keyHash: bytea('key_hash').notNull(),
    /** Keyed hash of method, address and body. */
    fingerprint: bytea().notNull(),
    status: smallint().notNull(),
    /** `null` for an answer without a body. */
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
