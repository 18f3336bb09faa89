import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Announcements. One without a time is a draft, and one whose time has come is public. */
export const informations = pgTable(
  'informations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    content: text().notNull(),
    publishAt: timestamp('publish_at', { withTimezone: true }),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    /** Incremented by each change. */
    version: integer().notNull().default(1),
    /** Id made by the author's client. Sending the announcement again with it changes nothing. */
    draftId: uuid('draft_id').unique(),
  },
  (table) => [index('informations_newest').on(table.publishAt, table.id)],
);
export type InformationRow = typeof informations.$inferSelect;
