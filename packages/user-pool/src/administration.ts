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

/** What is needed to make users beside a running pool, for instance while seeding. */
type UserPoolAdministration = Pick<UserPoolOptions, 'keys' | 'poolId' | 'now'>;

export interface UserToCreate {
  readonly sub?: string;
  readonly email: string;
  readonly password: string;
  readonly groups?: readonly string[];
  /** The first sign-in asks for another password. */
  readonly temporaryPassword?: boolean;
}

/** The operator vouches for address and password: neither is checked. Returns the sub. */
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

/** Holds at once for the API; tokens show it after their next refresh. */
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

/** Ends every sign-in of the user; the next one leads to the reset. */
export async function requirePasswordReset(
  db: PoolQueryable,
  sub: string,
  now: Date,
): Promise<void> {
  await updateUser(db, sub, { status: 'RESET_REQUIRED' }, now);
  await revokeSessions(db, sub, now);
}

/** What an operator needs to know of an account. */
type KnownAccount = Pick<UserRow, 'sub' | 'email' | 'groups' | 'createdAt'>;

const known = {
  sub: userPoolUsers.sub,
  email: userPoolUsers.email,
  groups: userPoolUsers.groups,
  createdAt: userPoolUsers.createdAt,
};

/** Those of these users who have an account. */
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

/** Those in one of the groups, by address. */
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

/** By the whole address, however it is written. */
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

/** What staff see before they help somebody who has lost a device. */
export async function readAccountSafety(
  db: PoolQueryable,
  sub: string,
  now: Date,
): Promise<{ devices: number; totpEnabled: boolean } | null> {
  const user = await findUserBySub(db, sub);
  if (user === null) return null;
  return { devices: (await listDevices(db, sub, now)).length, totpEnabled: user.totpEnabled };
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

/** Of somebody who has lost the app and was recognised in person. False: there was none. */
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

/** As if the user had done it. False when there was no such account. */
export async function deleteUserAccount(
  tx: PoolTransaction,
  { keys, poolId, onUserDeleted = async () => {} }: UserPoolOptions,
  sub: string,
): Promise<boolean> {
  const secrets = derivePoolSecrets(keys.root, poolId);
  return await deleteAccount(tx, { secrets, onUserDeleted }, sub);
}
