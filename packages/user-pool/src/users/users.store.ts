import { and, eq, ne, sql } from 'drizzle-orm';
import type { PoolQueryable } from '#pool/pool-context.ts';
import { userPoolUsers, type UserRow } from '#schema/users.ts';

export async function findUserBySub(db: PoolQueryable, sub: string): Promise<UserRow | null> {
  const [user] = await db.select().from(userPoolUsers).where(eq(userPoolUsers.sub, sub));
  return user ?? null;
}

export async function findUserByEmail(db: PoolQueryable, email: string): Promise<UserRow | null> {
  const [user] = await db.select().from(userPoolUsers).where(eq(userPoolUsers.email, email));
  return user ?? null;
}

type NewUser = Pick<UserRow, 'sub' | 'email' | 'status' | 'credential'> &
  Partial<Pick<UserRow, 'emailVerified' | 'groups' | 'attributes'>>;

/** Inserts a user. Returns `false` when the address is taken. */
export async function insertUser(db: PoolQueryable, user: NewUser, now: Date): Promise<boolean> {
  const made = await db
    .insert(userPoolUsers)
    .values({ ...user, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: userPoolUsers.email })
    .returning({ sub: userPoolUsers.sub });
  return made.length > 0;
}

type Changes = Partial<Omit<UserRow, 'sub' | 'createdAt' | 'updatedAt' | 'credentialVersion'>>;

export async function updateUser(
  db: PoolQueryable,
  sub: string,
  changes: Changes,
  now: Date,
): Promise<void> {
  await db
    .update(userPoolUsers)
    .set({ ...changes, updatedAt: now })
    .where(eq(userPoolUsers.sub, sub));
}

/**
 * Replaces the credential. Returns `false` when another password was set after `credentialVersion`
 * was read.
 */
export async function replaceCredential(
  db: PoolQueryable,
  { sub, credentialVersion }: Pick<UserRow, 'sub' | 'credentialVersion'>,
  changes: Pick<UserRow, 'credential'> & Changes,
  now: Date,
): Promise<boolean> {
  const changed = await db
    .update(userPoolUsers)
    .set({
      ...changes,
      credentialVersion: sql`${userPoolUsers.credentialVersion} + 1`,
      updatedAt: now,
    })
    .where(and(eq(userPoolUsers.sub, sub), eq(userPoolUsers.credentialVersion, credentialVersion)))
    .returning({ sub: userPoolUsers.sub });
  return changed.length > 0;
}

type Proof = Pick<UserRow, 'sub' | 'credential' | 'attributes'>;

/** Replaces the sign-up data. Returns `false` when the address was confirmed in the meantime. */
export async function replaceUnconfirmed(
  db: PoolQueryable,
  { sub, credential, attributes }: Proof,
  now: Date,
): Promise<boolean> {
  return await changeUnconfirmed(db, sub, { credential, attributes }, now);
}

/**
 * Confirms a user with the data of a sign-up. Returns `false` when the user was already confirmed.
 */
export async function confirmUser(
  db: PoolQueryable,
  { sub, credential, attributes }: Proof,
  now: Date,
): Promise<boolean> {
  const confirmed = { status: 'CONFIRMED' as const, emailVerified: true };
  return await changeUnconfirmed(db, sub, { credential, attributes, ...confirmed }, now);
}

async function changeUnconfirmed(
  db: PoolQueryable,
  sub: string,
  changes: Changes,
  now: Date,
): Promise<boolean> {
  const version = sql`${userPoolUsers.credentialVersion} + 1`;
  const changed = await db
    .update(userPoolUsers)
    .set({ ...changes, credentialVersion: version, updatedAt: now })
    .where(and(eq(userPoolUsers.sub, sub), eq(userPoolUsers.status, 'UNCONFIRMED')))
    .returning({ sub: userPoolUsers.sub });
  return changed.length > 0;
}

/** Deletes an unconfirmed user, who has no right to the address. */
export async function deleteUnconfirmedUser(
  db: PoolQueryable,
  email: string,
  exceptSub: string,
): Promise<void> {
  await db
    .delete(userPoolUsers)
    .where(
      and(
        eq(userPoolUsers.email, email),
        eq(userPoolUsers.status, 'UNCONFIRMED'),
        ne(userPoolUsers.sub, exceptSub),
      ),
    );
}

/** Changes the address. Returns `false` when another user has it, even since a moment ago. */
export async function changeEmail(
  db: PoolQueryable,
  sub: string,
  email: string,
  now: Date,
): Promise<boolean> {
  try {
    await db.transaction(
      async (tx) => await updateUser(tx, sub, { email, emailVerified: true }, now),
    );
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

function isUniqueViolation(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error && 'code' in cause && cause.code === '23505';
}
