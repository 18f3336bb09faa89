import {
  bigint,
  check,
  customType,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Fingerprints of keys that all nodes must share. The database never contains the keys themselves.
 */
export const serverKeys = pgTable('server_keys', {
  name: text().primaryKey(),
  fingerprint: bytea().notNull(),
});

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

/**
 * Request counts of busy callers over all nodes. Times are from the database's clock, which all
 * nodes share.
 */
export const rateLimitWindows = pgTable(
  'rate_limit_windows',
  {
    /** Keyed hash of caller and route, which reveals neither addresses nor members. */
    caller: bytea().primaryKey(),
    used: bigint({ mode: 'number' }).notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('rate_limit_windows_ends_at').on(table.endsAt)],
);
