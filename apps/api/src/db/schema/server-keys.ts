import { customType, pgTable, text } from 'drizzle-orm/pg-core';

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Fingerprints of keys that all nodes must share. The database never contains the keys themselves.
 */
export const serverKeys = pgTable('server_keys', {
  name: text().primaryKey(),
  fingerprint: bytea().notNull(),
});
