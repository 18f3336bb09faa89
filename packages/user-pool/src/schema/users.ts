import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytea } from './bytea.ts';

/** Of everybody who is given none; trainers and staff are named by the operator. */
export const defaultGroups: readonly string[] = ['member'];

export type UserStatus = 'UNCONFIRMED' | 'CONFIRMED' | 'RESET_REQUIRED' | 'FORCE_CHANGE_PASSWORD';

export const userPoolUsers = pgTable('user_pool_users', {
  sub: uuid().primaryKey(),
  /** Lower case. */
  email: text().notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  status: text().$type<UserStatus>().notNull(),
  /** Salt and verifier, sealed with a key that is not in this database. */
  credential: bytea().notNull(),
  /** Grows with every new password: a sign-in that proved an older one is void. */
  credentialVersion: integer('credential_version').notNull().default(1),
  groups: text().array().notNull().default([]),
  attributes: jsonb().$type<Readonly<Record<string, string>>>().notNull().default({}),
  /** Sealed; verified once before `totpEnabled` can be set. */
  totpSecret: bytea('totp_secret'),
  totpPendingSecret: bytea('totp_pending_secret'),
  totpEnabled: boolean('totp_enabled').notNull().default(false),
  /** The newest 30-second step whose code was accepted: none is accepted twice. */
  totpLastStep: integer('totp_last_step').notNull().default(0),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});

export type UserRow = typeof userPoolUsers.$inferSelect;
