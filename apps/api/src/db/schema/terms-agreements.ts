import { integer, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Every version a member ever agreed to, with its time: rows are added, never changed. */
export const termsAgreements = pgTable(
  'terms_agreements',
  {
    sub: uuid().notNull(),
    version: integer().notNull(),
    agreedAt: timestamp('agreed_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.sub, table.version] })],
);

export type TermsAgreementRow = typeof termsAgreements.$inferSelect;
