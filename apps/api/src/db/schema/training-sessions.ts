import type { ReportDecision } from '@tanren/contract/staff-session-reports';
import type { RunPlanItem } from '@tanren/domain/training-session-runs';
import type { ReportReason, SessionItem, Visibility } from '@tanren/domain/training-sessions';
import { eq, isNotNull, isNull, sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

/** Menus that members made. Loads of the items are hectograms, see the domain. */
export const trainingSessions = pgTable(
  'training_sessions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    authorSub: uuid('author_sub').notNull(),
    title: text().notNull(),
    description: text().notNull(),
    tags: text().array().notNull(),
    visibility: text().$type<Visibility>().notNull(),
    items: jsonb().$type<readonly SessionItem[]>().notNull(),
    /** Grows with each change of the content; favourites are none. */
    version: integer().notNull().default(1),
    favoriteCount: integer('favorite_count').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
    /** When it first became public: hiding and showing it again must not make it new. */
    publishedAt: timestamp('published_at', { withTimezone: true }),
    /** Of the author's device: the same draft sent again is the same session. */
    draftId: uuid('draft_id'),
    /** The member a trainer made it for: it is theirs to see, and stays when the link ends. */
    forSub: uuid('for_sub'),
    /** Why staff hid it: its author cannot publish it again. */
    hiddenReason: text('hidden_reason'),
  },
  (table) => [
    index('training_sessions_of_author').on(table.authorSub, table.updatedAt, table.id),
    index('training_sessions_by_favorites')
      .on(table.favoriteCount, table.id)
      .where(eq(table.visibility, sql`'public'`)),
    unique('training_sessions_draft').on(table.authorSub, table.draftId),
    index('training_sessions_for_member')
      .on(table.forSub, table.updatedAt, table.id)
      .where(isNotNull(table.forSub)),
    check('training_sessions_published', sql`visibility = 'private' or published_at is not null`),
    check(
      'training_sessions_unpublished',
      sql`visibility = 'private' or (for_sub is null and hidden_reason is null)`,
    ),
  ],
);
export type TrainingSessionRow = typeof trainingSessions.$inferSelect;

/**
 * What public sessions are found by: a row exists exactly while its session is public. Apart
 * from the session, because a favourite must not write the whole text index again.
 */
export const trainingSessionSearch = pgTable(
  'training_session_search',
  {
    trainingSessionId: integer('training_session_id')
      .primaryKey()
      .references(() => trainingSessions.id, { onDelete: 'cascade' }),
    publishedAt: timestamp('published_at', { withTimezone: true }).notNull(),
    /** Title, description, tags and names of the types, folded by the domain. */
    text: text().notNull(),
    /** Folded too. */
    tags: text().array().notNull(),
    workoutTypeIds: smallint('workout_type_ids').array().notNull(),
    /** As the session's own. In no index, so that a favourite writes none of them again. */
    favoriteCount: integer('favorite_count').notNull(),
  },
  (table) => [
    index('training_session_search_new').on(table.publishedAt, table.trainingSessionId),
    // One for all of them: what fits a word, a tag and a type together is found without listing
    // what fits each. Without a list of pending entries, which every search would read through.
    index('training_session_search_content')
      .using('gin', sql`search_grams(${table.text})`, table.tags, table.workoutTypeIds)
      .with({ fastupdate: false }),
  ],
);

/** How many public sessions carry a tag, kept in the transaction of the session. */
export const trainingSessionTags = pgTable(
  'training_session_tags',
  {
    /** Folded: ストレッチ and すとれっち are the same tag. */
    folded: text().primaryKey(),
    /** As whoever used it first wrote it. */
    tag: text().notNull(),
    sessionCount: integer('session_count').notNull(),
  },
  (table) => [
    index('training_session_tags_used').on(table.sessionCount, table.folded),
    index('training_session_tags_text')
      .using('gin', sql`search_grams(${table.folded})`)
      .with({ fastupdate: false }),
  ],
);

/** A favourite stays while its session is hidden, and is shown to nobody then. */
export const favoriteTrainingSessions = pgTable(
  'favorite_training_sessions',
  {
    sub: uuid().notNull(),
    trainingSessionId: integer('training_session_id')
      .notNull()
      .references(() => trainingSessions.id, { onDelete: 'cascade' }),
    favoritedAt: timestamp('favorited_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sub, table.trainingSessionId] }),
    index('favorite_training_sessions_newest').on(
      table.sub,
      table.favoritedAt,
      table.trainingSessionId,
    ),
    index('favorite_training_sessions_of_session').on(table.trainingSessionId),
  ],
);

/**
 * A member doing a session. Title and items are those of its beginning: it may change meanwhile.
 * The items also say how many of their sets the member skips.
 */
export const trainingSessionRuns = pgTable(
  'training_session_runs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    sub: uuid().notNull(),
    trainingSessionId: integer('training_session_id').references(() => trainingSessions.id, {
      onDelete: 'set null',
    }),
    title: text().notNull(),
    items: jsonb().$type<readonly (SessionItem & RunPlanItem)[]>().notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    endsBy: timestamp('ends_by', { withTimezone: true }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('training_session_runs_open').on(table.sub).where(isNull(table.endedAt)),
    index('training_session_runs_of_member').on(table.sub, table.startedAt),
    index('training_session_runs_of_session').on(
      table.trainingSessionId,
      table.sub,
      table.startedAt,
    ),
  ],
);
export type TrainingSessionRunRow = typeof trainingSessionRuns.$inferSelect;

/** What members told staff about a public session, with its words as they were. */
export const trainingSessionReports = pgTable(
  'training_session_reports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    trainingSessionId: integer('training_session_id').references(() => trainingSessions.id, {
      onDelete: 'set null',
    }),
    authorSub: uuid('author_sub').notNull(),
    reporterSub: uuid('reporter_sub').notNull(),
    reason: text().$type<ReportReason>().notNull(),
    comment: text().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    reportedAt: timestamp('reported_at', { withTimezone: true }).notNull(),
    /** By staff; null: nobody has looked at it yet. */
    decision: text().$type<ReportDecision>(),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
  },
  (table) => [
    unique('training_session_reports_once').on(table.trainingSessionId, table.reporterSub),
    index('training_session_reports_of_reporter').on(table.reporterSub, table.reportedAt),
    index('training_session_reports_of_author').on(table.authorSub),
    index('training_session_reports_newest').on(table.reportedAt),
    index('training_session_reports_waiting')
      .on(table.reportedAt, table.id)
      .where(isNull(table.decision)),
  ],
);
