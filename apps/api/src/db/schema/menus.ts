import type { ReportDecision } from '@tanren/contract/menus/staff-menu-reports';
import type { RunPlanItem } from '@tanren/domain/menus/menu-runs';
import type { ReportReason, MenuItem, Visibility } from '@tanren/domain/menus/menus';
import { eq, isNotNull, isNull, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
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

/** Menus made by members. Loads of the items are in hectograms, as in the domain package. */
export const trainingSessions = pgTable(
  'training_sessions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    authorSub: uuid('author_sub').notNull(),
    title: text().notNull(),
    description: text().notNull(),
    tags: text().array().notNull(),
    visibility: text().$type<Visibility>().notNull(),
    items: jsonb().$type<readonly MenuItem[]>().notNull(),
    /** Incremented by each change of the content. Favourites do not count. */
    version: integer().notNull().default(1),
    favoriteCount: integer('favorite_count').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
    /**
     * Time when the menu first became public. Hiding and publishing it again must not make it new.
     */
    publishedAt: timestamp('published_at', { withTimezone: true }),
    /** Id made by the author's device. Sending the draft again with it changes nothing. */
    draftId: uuid('draft_id'),
    /**
     * The member for whom a trainer made the menu. The member can see it, also after the link has
     * ended.
     */
    forSub: uuid('for_sub'),
    /** Whether the trainer who made the menu fixed the order of its items. */
    fixedOrder: boolean('fixed_order').notNull().default(false),
    /** Reason why staff hid the menu. While it is set, the author cannot publish the menu. */
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
 * Search data of public menus. A row exists exactly while its menu is public. It is a separate
 * table, so that a favourite does not rewrite the text index.
 */
export const trainingSessionSearch = pgTable(
  'training_session_search',
  {
    trainingSessionId: integer('training_session_id')
      .primaryKey()
      .references(() => trainingSessions.id, { onDelete: 'cascade' }),
    publishedAt: timestamp('published_at', { withTimezone: true }).notNull(),
    /** Title, description, tags and names of the workout types, folded by the domain package. */
    text: text().notNull(),
    /** Tags, folded like the text. */
    tags: text().array().notNull(),
    workoutTypeIds: smallint('workout_type_ids').array().notNull(),
    /** Copy of the menu's count. It is in no index, so that a favourite rewrites none. */
    favoriteCount: integer('favorite_count').notNull(),
  },
  (table) => [
    index('training_session_search_new').on(table.publishedAt, table.trainingSessionId),
    // One index covers text, tags and types, so that a search for all three need not list the
    // matches of each. It has no list of pending entries, which every search would have to read.
    index('training_session_search_content')
      .using('gin', sql`search_grams(${table.text})`, table.tags, table.workoutTypeIds)
      .with({ fastupdate: false }),
  ],
);

/** Number of public menus per tag, updated in the transaction of the menu. */
export const trainingSessionTags = pgTable(
  'training_session_tags',
  {
    /** Folded spelling: ストレッチ and すとれっち are the same tag. */
    folded: text().primaryKey(),
    /** The spelling of the first menu that used the tag. */
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

/** Favourites. A favourite stays while its menu is hidden, but is not shown. */
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
 * Runs of a menu by a member. Title and items are copied at the start, because the menu may change.
 * The items also contain how many of their sets the member skips.
 */
export const trainingSessionRuns = pgTable(
  'training_session_runs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sub: uuid().notNull(),
    trainingSessionId: integer('training_session_id').references(() => trainingSessions.id, {
      onDelete: 'set null',
    }),
    title: text().notNull(),
    items: jsonb().$type<readonly (MenuItem & RunPlanItem)[]>().notNull(),
    /** Copied from the menu, like its items. */
    fixedOrder: boolean('fixed_order').notNull().default(false),
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

/** Reports of public menus by members, with the text of the menu at that time. */
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
    /** Decision by staff. `null` while the report is open. */
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
