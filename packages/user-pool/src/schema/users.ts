import {
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

export const bytea = customType<{ data: Buffer; driverData: Buffer }>({
  dataType: () => 'bytea',
});

/** One row: which pool and which root key the other tables were written with. */
export const userPoolInstallation = pgTable('user_pool_installation', {
  id: integer().primaryKey(),
  poolId: text('pool_id').notNull(),
  keyFingerprint: bytea('key_fingerprint').notNull(),
});

/** Of everybody who is given none; trainers and staff are named by the operator. */
export const defaultGroups: readonly string[] = ['member'];

type UserStatus = 'UNCONFIRMED' | 'CONFIRMED' | 'RESET_REQUIRED' | 'FORCE_CHANGE_PASSWORD';

/** Beside the password, by Amazon's names. */
export type SecondFactor = 'SOFTWARE_TOKEN_MFA' | 'EMAIL_OTP';

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
  /** Whether a code that is mailed at sign-in counts as second factor. */
  emailCodeEnabled: boolean('email_code_enabled').notNull().default(false),
  /** Null with two in use: whoever signs in chooses. */
  preferredFactor: text('preferred_factor').$type<SecondFactor>(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});

export type UserRow = typeof userPoolUsers.$inferSelect;

/** Ten for each authenticator app, as keyed hashes; each takes the place of one code, once. */
export const userPoolRecoveryCodes = pgTable(
  'user_pool_recovery_codes',
  {
    sub: uuid()
      .notNull()
      .references(() => userPoolUsers.sub, { onDelete: 'cascade' }),
    codeHash: bytea('code_hash').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.sub, table.codeHash] })],
);

/**
 * What somebody signed up with, beside the code that was mailed for it, until one of an address is
 * confirmed. Code and password belong together: anybody can sign up with anybody's address.
 */
export const userPoolSignUps = pgTable(
  'user_pool_sign_ups',
  {
    id: uuid().primaryKey(),
    sub: uuid()
      .notNull()
      .references(() => userPoolUsers.sub, { onDelete: 'cascade' }),
    /** Sealed, as the user's own. */
    credential: bytea().notNull(),
    attributes: jsonb().$type<UserRow['attributes']>().notNull(),
    codeHash: bytea('code_hash').notNull(),
    /** A keyed hash of the network, to know who asks for the code once more. */
    client: bytea().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** Of the code. */
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('user_pool_sign_ups_sub_idx').on(table.sub)],
);

export type SignUpRow = typeof userPoolSignUps.$inferSelect;
