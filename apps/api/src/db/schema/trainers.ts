import type { TrainerScope } from '@tanren/domain/trainers/trainers';
import { isNull } from 'drizzle-orm';
import {
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea } from './server.ts';

const scopes = () => text().array().$type<TrainerScope[]>().notNull();

/**
 * The current trainer code of a member. The code is derived from the nonce and the server's key,
 * which is not in the database. It is looked up by its keyed hash.
 */
export const trainerCodes = pgTable(
  'trainer_codes',
  {
    memberSub: uuid('member_sub').primaryKey(),
    nonce: bytea().notNull(),
    codeHash: bytea('code_hash').notNull().unique(),
    scopes: scopes(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('trainer_codes_expires_at').on(table.expiresAt)],
);

/**
 * Wrong trainer codes, kept for 90 days. Counting them in the database limits guessing over all
 * nodes.
 */
export const trainerCodeFailures = pgTable(
  'trainer_code_failures',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity({ cycle: true }),
    trainerSub: uuid('trainer_sub').notNull(),
    /** The network of the attempt. */
    address: text().notNull(),
    failedAt: timestamp('failed_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('trainer_code_failures_of_trainer').on(table.trainerSub, table.failedAt),
    index('trainer_code_failures_of_address').on(table.address, table.failedAt),
    index('trainer_code_failures_failed_at').on(table.failedAt),
  ],
);

/**
 * Links between trainers and members, with the data that the member shares. The id is also the
 * member's number in the trainer's pages.
 */
export const trainerLinks = pgTable(
  'trainer_links',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    memberSub: uuid('member_sub').notNull(),
    trainerSub: uuid('trainer_sub').notNull(),
    scopes: scopes(),
    linkedAt: timestamp('linked_at', { withTimezone: true }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('trainer_links_open_of_member').on(table.memberSub).where(isNull(table.endedAt)),
    index('trainer_links_open_of_trainer').on(table.trainerSub).where(isNull(table.endedAt)),
    index('trainer_links_of_member').on(table.memberSub, table.linkedAt),
    index('trainer_links_of_trainer').on(table.trainerSub, table.linkedAt),
  ],
);
export type TrainerLinkRow = typeof trainerLinks.$inferSelect;

/** Views of a member's data by a trainer, kept for a year. */
export const trainerViews = pgTable(
  'trainer_views',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    linkId: integer('link_id')
      .notNull()
      .references(() => trainerLinks.id, { onDelete: 'cascade' }),
    memberSub: uuid('member_sub').notNull(),
    trainerSub: uuid('trainer_sub').notNull(),
    seen: text().$type<TrainerScope>().notNull(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('trainer_views_of_member').on(table.memberSub, table.seenAt, table.id),
    index('trainer_views_of_link').on(table.linkId, table.seen, table.seenAt),
    index('trainer_views_of_trainer').on(table.trainerSub),
    index('trainer_views_seen_at').on(table.seenAt),
  ],
);

/**
 * Next loads that a trainer chose instead of the calculated ones. They are deleted when the link
 * ends.
 */
export const chosenLoads = pgTable(
  'chosen_loads',
  {
    sub: uuid().notNull(),
    workoutTypeId: smallint('workout_type_id').notNull(),
    linkId: integer('link_id')
      .notNull()
      .references(() => trainerLinks.id, { onDelete: 'cascade' }),
    loadHg: integer('load_hg').notNull(),
    reason: text().notNull(),
    chosenAt: timestamp('chosen_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sub, table.workoutTypeId] }),
    index('chosen_loads_of_link').on(table.linkId),
  ],
);
