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

/**
 * Whose data was erased while their account is in another user pool, which we cannot ask: tokens
 * from before count no more. A hash names nobody, and goes when no such token can be left.
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
 * A member's profile. `sub` is the account's id in the user pool; no foreign key, because
 * accounts may live in Amazon Cognito. Profiles older than a mandatory field lack it.
 */
export const userInfos = pgTable(
  'user_infos',
  {
    sub: uuid().primaryKey(),
    /** NFKC, see the domain. */
    nickname: text().notNull(),
    /** Centimetres and kilograms. */
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
/** What the member told, without the times. */
export type Profile = Omit<UserInfoRow, 'createdAt' | 'updatedAt'>;
