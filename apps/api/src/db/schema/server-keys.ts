import { customType, pgTable, text } from 'drizzle-orm/pg-core';

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Keys that nodes must share and the database must not know: only by what one recognises them. */
export const serverKeys = pgTable('server_keys', {
  name: text().primaryKey(),
  fingerprint: bytea().notNull(),
});
