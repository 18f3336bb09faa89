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

/** Single row with the pool and the root key that the other tables were written with. */
export const userPoolInstallation = pgTable('user_pool_installation', {
  id: integer().primaryKey(),
  poolId: text('pool_id').notNull(),
  keyFingerprint: bytea('key_fingerprint').notNull(),
});

/** Groups of users without other groups. The operator appoints trainers and staff. */
export const defaultGroups: readonly string[] = ['member'];

type UserStatus = 'UNCONFIRMED' | 'CONFIRMED' | 'RESET_REQUIRED' | 'FORCE_CHANGE_PASSWORD';

/** Second factors by Amazon's names. */
export type SecondFactor = 'SOFTWARE_TOKEN_MFA' | 'EMAIL_OTP';

export const userPoolUsers = pgTable('user_pool_users', {
  sub: uuid().primaryKey(),
  /** Address in lower case. */
  email: text().notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  status: text().$type<UserStatus>().notNull(),
  /** Salt and verifier, sealed with a key that is not in this database. */
  credential: bytea().notNull(),
  /** Increases with every new password. A sign-in that proved an older one is invalid. */
  credentialVersion: integer('credential_version').notNull().default(1),
  groups: text().array().notNull().default([]),
  attributes: jsonb().$type<Readonly<Record<string, string>>>().notNull().default({}),
  /** Sealed secret. `totpEnabled` can be set only after a code of it was verified once. */
  totpSecret: bytea('totp_secret'),
  totpPendingSecret: bytea('totp_pending_secret'),
  totpEnabled: boolean('totp_enabled').notNull().default(false),
  /** Newest 30-second step whose code was accepted. No code is accepted twice. */
  totpLastStep: integer('totp_last_step').notNull().default(0),
  /** Whether a code that is mailed at sign-in counts as second factor. */
  emailCodeEnabled: boolean('email_code_enabled').notNull().default(false),
  /** `null` with two factors in use lets the user choose at each sign-in. */
  preferredFactor: text('preferred_factor').$type<SecondFactor>(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});

export type UserRow = typeof userPoolUsers.$inferSelect;

/**
 * Ten recovery codes per authenticator app, as keyed hashes. Each replaces one code of the app,
 * once.
 */
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
 * Unconfirmed sign-ups with their passwords and the codes mailed for them, until one of the address
 * is confirmed. Code and password belong together, because every visitor can sign up with any
 * address.
 */
export const userPoolSignUps = pgTable(
  'user_pool_sign_ups',
  {
    id: uuid().primaryKey(),
    sub: uuid()
      .notNull()
      .references(() => userPoolUsers.sub, { onDelete: 'cascade' }),
    /** Sealed credential, like that of the user. */
    credential: bytea().notNull(),
    attributes: jsonb().$type<UserRow['attributes']>().notNull(),
    codeHash: bytea('code_hash').notNull(),
    /** Keyed hash of the network, which recognizes the client that requests the code again. */
    client: bytea().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** Expiry of the code. */
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('user_pool_sign_ups_sub_idx').on(table.sub)],
);

export type SignUpRow = typeof userPoolSignUps.$inferSelect;
