import type { ExerciseHabit, Sex, TrainingPurpose } from '@tanren/domain/profile';
import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea } from './server-keys.ts';

/** All versions of the terms that members have agreed to. Rows are added and never changed. */
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

/**
 * Members whose data was erased while their account is in another user pool, which the server
 * cannot query. Tokens issued before are rejected. The hash identifies no person, and is deleted
 * when no such token can be valid.
 */
export const erasedAccounts = pgTable(
  'erased_accounts',
  {
    subHash: bytea('sub_hash').primaryKey(),
    erasedAt: timestamp('erased_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('erased_accounts_erased_at').on(table.erasedAt)],
);

/**
 * Profiles of members. `sub` is the account's id in the user pool. It is no foreign key, because
 * accounts may live in Amazon Cognito. A profile from before a mandatory field existed lacks it.
 */
export const userInfos = pgTable(
  'user_infos',
  {
    sub: uuid().primaryKey(),
    /** Nickname in NFKC, as in the domain package. */
    nickname: text().notNull(),
    /** Height in centimetres, and weight in kilograms. */
    height: numeric({ precision: 4, scale: 1, mode: 'number' }),
    weight: numeric({ precision: 4, scale: 1, mode: 'number' }),
    birthDate: date('birth_date', { mode: 'string' }),
    sex: text().$type<Sex>(),
    exerciseHabit: text('exercise_habit').$type<ExerciseHabit>(),
    trainingPurposes: text('training_purposes')
      .array()
      .$type<TrainingPurpose[]>()
      .notNull()
      .default([]),
    rankingVisible: boolean('ranking_visible').notNull().default(true),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  // Staff look members up by how a nickname begins and by a part of it, both folded by `search_name`.
  // The two indexes on `lower(nickname)` serve the previous release only.
  (table) => [
    index('user_infos_by_search_name').using(
      'btree',
      sql`search_name(${table.nickname}) text_pattern_ops`,
      table.sub,
    ),
    index('user_infos_search_name_parts')
      .using('gin', sql`search_grams(search_name(${table.nickname}))`)
      .with({ fastupdate: false }),
    index('user_infos_by_nickname').using(
      'btree',
      sql`lower(${table.nickname}) text_pattern_ops`,
      table.sub,
    ),
    index('user_infos_nickname_parts')
      .using('gin', sql`search_grams(lower(${table.nickname}))`)
      .with({ fastupdate: false }),
  ],
);

/**
 * The mail address in the newest token of each member, where accounts live in Amazon Cognito. It is
 * deleted with the profile.
 */
export const tokenAddresses = pgTable('token_addresses', {
  sub: uuid()
    .primaryKey()
    .references(() => userInfos.sub, { onDelete: 'cascade' }),
  email: text().notNull(),
  issuedAt: timestamp('issued_at', { withTimezone: true }).notNull(),
});

export type UserInfoRow = typeof userInfos.$inferSelect;
/** The data that the member entered, without the times. */
export type Profile = Omit<UserInfoRow, 'createdAt' | 'updatedAt'>;
