import { date, integer, pgTable, text } from 'drizzle-orm/pg-core';

export const informations = pgTable('informations', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  publishedDt: date('published_dt', { mode: 'string' }).notNull(),
  content: text().notNull(),
});
