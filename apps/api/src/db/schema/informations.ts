import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Announcements. Without a time they are drafts; once it has come they are public. */
export const informations = pgTable(
  'informations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    content: text().notNull(),
    publishAt: timestamp('publish_at', { withTimezone: true }),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    /** Grows with each change. */
    version: integer().notNull().default(1),
    /** Made by whoever wrote it: the same one sent again is the same announcement. */
    draftId: uuid('draft_id').unique(),
  },
  (table) => [index('informations_newest').on(table.publishAt, table.id)],
);
export type InformationRow = typeof informations.$inferSelect;
