import { randomUUID } from 'node:crypto';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { codeKey, createCode, openTries } from '#codes/mailed-codes.ts';
import { keyedHash } from '#crypto/secrets.ts';
import { lifetimes } from '#limits.ts';
import type { SignUpCode } from '#mail/mail-texts.ts';
import type { Call } from '#pool/operation.ts';
import type { PoolContext, PoolQueryable } from '#pool/pool-context.ts';
import { readSealedCookie, type SealedCookie, setSealedCookie } from '#pool/sealed-cookie.ts';
import { type SignUpRow, userPoolSignUps, type UserRow } from '#schema/users.ts';

/**
 * Maximum number of sign-ups of one address. A further one replaces the oldest: rejecting it would
 * prevent the owner from signing up.
 */
export const maxSignUps = 10;

/** Returns the sign-ups of an address, newest first. */
export async function listSignUps(db: PoolQueryable, sub: string): Promise<SignUpRow[]> {
  return await db
    .select()
    .from(userPoolSignUps)
    .where(eq(userPoolSignUps.sub, sub))
    .orderBy(desc(userPoolSignUps.createdAt), userPoolSignUps.id);
}

export async function insertSignUp(db: PoolQueryable, signUp: SignUpRow): Promise<void> {
  await db.insert(userPoolSignUps).values(signUp);
  const signUps = await listSignUps(db, signUp.sub);
  const tooOld = signUps.slice(maxSignUps).map(({ id }) => id);
  if (tooOld.length > 0) {
    await db.delete(userPoolSignUps).where(inArray(userPoolSignUps.id, tooOld));
  }
}

async function renewSignUp(
  db: PoolQueryable,
  { id, sub }: Pick<SignUpRow, 'id' | 'sub'>,
  changes: Pick<SignUpRow, 'codeHash' | 'expiresAt'>,
): Promise<void> {
  await db
    .update(userPoolSignUps)
    .set(changes)
    .where(and(eq(userPoolSignUps.id, id), eq(userPoolSignUps.sub, sub)));
}

export async function deleteSignUps(db: PoolQueryable, sub: string): Promise<void> {
  await db.delete(userPoolSignUps).where(eq(userPoolSignUps.sub, sub));
}

/** Cookie by which a browser finds its own sign-up. */
const cookie: SealedCookie = {
  prefix: 'pool_sign_up_',
  maxAge: lifetimes.signUpCode,
  bindTo: (sub) => `sign-up ${sub}`,
};

/**
 * Returns the sign-up in the cookie or, without a cookie, the newest from this network. Returns
 * `null` when there is none. A cookie whose sign-up is gone also gives `null`, because the browser
 * must not get another person's sign-up instead.
 */
export async function findOwnSignUp(
  pool: PoolContext,
  call: Call,
  sub: string,
): Promise<SignUpRow | null> {
  const { signUps, cookieId } = await readSignUps(pool, call, sub);
  const client = hashClient(pool, call);
  const isOwn = (row: SignUpRow) =>
    cookieId === null ? row.client.equals(client) : row.id === cookieId;
  return signUps.find(isOwn) ?? null;
}

/**
 * Returns the sign-up whose code is sent again: the caller's own or, without a cookie, the newest.
 */
export async function findSignUpToContinue(
  pool: PoolContext,
  call: Call,
  sub: string,
): Promise<SignUpRow | null> {
  const { signUps, cookieId } = await readSignUps(pool, call, sub);
  const own = await findOwnSignUp(pool, call, sub);
  return own ?? (cookieId === null ? (signUps[0] ?? null) : null);
}

/**
 * Returns the sign-ups whose code is accepted here. In the browser that signed up, this is only its
 * own.
 */
export async function listConfirmable(
  pool: PoolContext,
  call: Call,
  sub: string,
): Promise<SignUpRow[]> {
  const { signUps, cookieId } = await readSignUps(pool, call, sub);
  return signUps.filter(
    ({ id, expiresAt }) => expiresAt > pool.now() && (cookieId === null || id === cookieId),
  );
}

async function readSignUps(pool: PoolContext, call: Call, sub: string) {
  return {
    signUps: await listSignUps(pool.db, sub),
    cookieId: readSealedCookie(pool, call, cookie, sub),
  };
}

/** Stores a new sign-up and returns its code. */
export async function startSignUp(
  pool: PoolContext,
  call: Call,
  user: Pick<UserRow, 'sub' | 'credential' | 'attributes'>,
): Promise<SignUpCode & Pick<SignUpRow, 'id'>> {
  const { sub, credential, attributes } = user;
  const id = randomUUID();
  const createdAt = pool.now();
  const row = { id, sub, credential, attributes, client: hashClient(pool, call), createdAt };
  const code = await issue(pool, sub, async (db, made) => {
    await insertSignUp(db, { ...row, ...made });
  });
  return { id, code, signedUpAt: createdAt };
}

/**
 * Sets the cookie of a sign-up. Callers must have given its password: a cookie for another person's
 * sign-up would bind the browser to it.
 */
export function storeSignUp(
  pool: PoolContext,
  call: Call,
  { id, sub }: Pick<SignUpRow, 'id' | 'sub'>,
): void {
  setSealedCookie(pool, call, cookie, sub, id);
}

/** Issues another code for the same sign-up. The previous code becomes invalid. */
export async function continueSignUp(pool: PoolContext, signUp: SignUpRow): Promise<SignUpCode> {
  const code = await issue(pool, signUp.sub, async (db, made) => {
    await renewSignUp(db, signUp, made);
  });
  return { code, signedUpAt: signUp.createdAt };
}

async function issue(
  pool: PoolContext,
  sub: string,
  store: (db: PoolQueryable, made: Pick<SignUpRow, 'codeHash' | 'expiresAt'>) => Promise<void>,
): Promise<string> {
  const key = codeKey(pool, 'sign-up', sub);
  const others = await listSignUps(pool.db, sub);
  // Two sign-ups of one address must have different codes, or a code would not identify either.
  const { code, codeHash } = createCode(pool, key, (hash) =>
    others.some((row) => row.codeHash.equals(hash)),
  );
  await pool.db.transaction(async (tx) => {
    await store(tx, { codeHash, expiresAt: await openTries(tx, pool, key) });
  });
  return code;
}

function hashClient(pool: PoolContext, call: Call): Buffer {
  return keyedHash(pool.secrets.throttle, 'sign-up client', call.clientNetwork);
}
