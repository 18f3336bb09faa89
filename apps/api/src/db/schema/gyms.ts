import { integer, pgTable, text } from 'drizzle-orm/pg-core';

export const gyms = pgTable('gyms', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  name: text().notNull(),
});

export type GymRow = typeof gyms.$inferSelect;
