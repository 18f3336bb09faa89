import { arrayOverlaps, eq, inArray } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { deleteAccount } from '#account/delete-user.ts';
import { derivePoolSecrets } from '#crypto/secrets.ts';
import { defaultGroups, userPoolUsers, type UserRow } from '#schema/users.ts';
import { createCredential } from '#users/credential.ts';
import { normalizeEmail } from '#users/account.ts';
import { findUserBySub, insertUser, updateUser } from '#users/users.store.ts';
import { type EventSource, recordEvent } from '#events/record-event.ts';
import { listDevices } from '#tokens/devices.ts';
import { revokeSessions } from '#tokens/sessions.store.ts';
import { deleteRecoveryCodes } from '#totp/recovery-codes.ts';
import {
  type PoolQueryable,
  type PoolTransaction,
  readPoolName,
  type UserPoolOptions,
} from '#pool/pool-context.ts';

/** Options for creating users without a running pool, for example while seeding. */
type UserPoolAdministration = Pick<UserPoolOptions, 'keys' | 'poolId' | 'now'>;

export interface UserToCreate {
  readonly sub?: string;
  readonly email: string;
  readonly password: string;
  readonly groups?: readonly string[];
  /** Whether the first sign-in asks for a new password. */
  readonly temporaryPassword?: boolean;
}

/**
 * Creates a user without checking address and password, which are the operator's responsibility.
 * Returns the sub.
 */
export async function createConfirmedUser(
  db: PoolQueryable,
  { keys, poolId, now }: UserPoolAdministration,
  user: UserToCreate,
): Promise<string> {
  const sub = user.sub ?? randomUUID();
  const email = normalizeEmail(user.email);
  if (email === null) throw new Error(`${user.email} is not an e-mail address`);
  const maker = { poolName: readPoolName(poolId), secrets: derivePoolSecrets(keys.root, poolId) };
  const made = await insertUser(
    db,
    {
      sub,
      email,
      emailVerified: true,
      status: user.temporaryPassword === true ? 'FORCE_CHANGE_PASSWORD' : 'CONFIRMED',
      credential: await createCredential(maker, sub, user.password),
      groups: [...(user.groups ?? defaultGroups)],
    },
    now(),
  );
  if (!made) throw new Error(`${email} has an account already`);
  return sub;
}

/** Sets the groups. The API uses them at once; tokens contain them after their next refresh. */
export async function setUserGroups(
  db: PoolQueryable,
  sub: string,
  groups: readonly string[],
): Promise<void> {
  await db
    .update(userPoolUsers)
    .set({ groups: [...groups] })
    .where(eq(userPoolUsers.sub, sub));
}

/** Ends every sign-in of the user. The next sign-in leads to the password reset. */
export async function requirePasswordReset(
  db: PoolQueryable,
  sub: string,
  now: Date,
): Promise<void> {
  await updateUser(db, sub, { status: 'RESET_REQUIRED' }, now);
  await revokeSessions(db, sub, now);
}

/** Fields of an account for operators. */
type KnownAccount = Pick<UserRow, 'sub' | 'email' | 'groups' | 'createdAt'>;

const known = {
  sub: userPoolUsers.sub,
  email: userPoolUsers.email,
  groups: userPoolUsers.groups,
  createdAt: userPoolUsers.createdAt,
};

/** Returns the accounts of the given users. Users without an account are left out. */
export async function listAccounts(
  db: PoolQueryable,
  subs: readonly string[],
): Promise<KnownAccount[]> {
  if (subs.length === 0) return [];
  return await db
    .select(known)
    .from(userPoolUsers)
    .where(inArray(userPoolUsers.sub, [...subs]));
}

/** Returns the accounts in any of the groups, sorted by address. */
export async function listAppointed(
  db: PoolQueryable,
  groups: readonly string[],
): Promise<KnownAccount[]> {
  return await db
    .select(known)
    .from(userPoolUsers)
    .where(arrayOverlaps(userPoolUsers.groups, [...groups]))
    .orderBy(userPoolUsers.email);
}

/** Finds an account by its complete address, ignoring case. */
export async function findAccountByEmail(
  db: PoolQueryable,
  typed: string,
): Promise<KnownAccount | null> {
  const email = normalizeEmail(typed);
  if (email === null) return null;
  const [account] = await db
    .select(known)
    .from(userPoolUsers)
    .where(eq(userPoolUsers.email, email));
  return account ?? null;
}

/** Returns the data that staff see before they help a user who has lost a device. */
export async function readAccountSafety(
  db: PoolQueryable,
  sub: string,
  now: Date,
): Promise<{ devices: number; totpEnabled: boolean; groups: readonly string[] } | null> {
  const user = await findUserBySub(db, sub);
  if (user === null) return null;
  const { totpEnabled, groups } = user;
  return { devices: (await listDevices(db, sub, now)).length, totpEnabled, groups };
}

/** Ends every sign-in of the user. */
export async function endUserSessions(
  tx: PoolTransaction,
  { now, onEndedEverywhere }: Pick<UserPoolOptions, 'now' | 'onEndedEverywhere'>,
  source: EventSource,
  sub: string,
): Promise<void> {
  await revokeSessions(tx, sub, now());
  await onEndedEverywhere?.(tx, sub);
  await recordEvent({ db: tx, now }, source, { sub, operation: 'ended-by-staff' });
}

/**
 * Removes the authenticator app of a user who has lost it and whom staff have identified in person.
 * Returns `false` when there was none.
 */
export async function removeUserTotp(
  tx: PoolTransaction,
  { now }: Pick<UserPoolOptions, 'now'>,
  source: EventSource,
  sub: string,
): Promise<boolean> {
  const user = await findUserBySub(tx, sub);
  if (user?.totpEnabled !== true) return false;
  const off = { totpEnabled: false, totpSecret: null, totpPendingSecret: null };
  await updateUser(tx, sub, off, now());
  await deleteRecoveryCodes(tx, sub);
  await recordEvent({ db: tx, now }, source, { sub, operation: 'totp-removed-by-staff' });
  return true;
}

/** Deletes an account as if the user had done it. Returns `false` without such an account. */
export async function deleteUserAccount(
  tx: PoolTransaction,
  { keys, poolId, onUserDeleted = async () => {} }: UserPoolOptions,
  sub: string,
): Promise<boolean> {
  const secrets = derivePoolSecrets(keys.root, poolId);
  return await deleteAccount(tx, { secrets, onUserDeleted }, sub);
}
