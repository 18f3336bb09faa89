import { randomUUID } from 'node:crypto';
import { codeKey, createCode, openTries } from '#codes/mailed-codes.ts';
import { keyedHash } from '#crypto/pool-secrets.ts';
import type { PoolQueryable } from '#database.ts';
import { lifetimes } from '#limits.ts';
import type { PoolContext } from '#pool-context.ts';
import type { SignUpRow } from '#schema/sign-ups.ts';
import type { UserRow } from '#schema/users.ts';
import type { Call } from '#wire/call.ts';
import { readSealedCookie, setSealedCookie, type SealedCookie } from '#wire/sealed-cookie.ts';
import { insertSignUp, listSignUps, renewSignUp } from './sign-ups.store.ts';

/** The browser that has signed up knows which of the sign-ups is its own. */
const cookie: SealedCookie = {
  prefix: 'pool_sign_up_',
  maxAge: lifetimes.signUpCode,
  bindTo: (sub) => `sign-up ${sub}`,
};

/**
 * By the cookie, or else the newest from this network; null: made by somebody else, or none. Whose
 * cookie names one that is gone has none either, and must not be given a stranger's instead.
 */
export async function findOwnSignUp(
  pool: PoolContext,
  call: Call,
  sub: string,
): Promise<SignUpRow | null> {
  const { signUps, keptId } = await readSignUps(pool, call, sub);
  const client = hashClient(pool, call);
  const isOwn = (row: SignUpRow) =>
    keptId === null ? row.client.equals(client) : row.id === keptId;
  return signUps.find(isOwn) ?? null;
}

/** To whom a code is sent again: their own sign-up, or the newest for whoever has never had one. */
export async function findSignUpToContinue(
  pool: PoolContext,
  call: Call,
  sub: string,
): Promise<SignUpRow | null> {
  const { signUps, keptId } = await readSignUps(pool, call, sub);
  const own = await findOwnSignUp(pool, call, sub);
  return own ?? (keptId === null ? (signUps[0] ?? null) : null);
}

/** Those whose code may be typed here: in the browser that signed up, only its own. */
export async function listConfirmable(
  pool: PoolContext,
  call: Call,
  sub: string,
): Promise<SignUpRow[]> {
  const { signUps, keptId } = await readSignUps(pool, call, sub);
  return signUps.filter(
    ({ id, expiresAt }) => expiresAt > pool.now() && (keptId === null || id === keptId),
  );
}

async function readSignUps(pool: PoolContext, call: Call, sub: string) {
  return {
    signUps: await listSignUps(pool.db, sub),
    keptId: readSealedCookie(pool, call, cookie, sub),
  };
}

export interface IssuedCode {
  readonly code: string;
  /** By this the owner of a mailbox tells their own sign-up from a stranger's. */
  readonly signedUpAt: Date;
}

/** The code of a new sign-up, with what it brings. */
export async function startSignUp(
  pool: PoolContext,
  call: Call,
  user: Pick<UserRow, 'sub' | 'credential' | 'attributes'>,
): Promise<IssuedCode & Pick<SignUpRow, 'id'>> {
  const { sub, credential, attributes } = user;
  const id = randomUUID();
  const createdAt = pool.now();
  const row = { id, sub, credential, attributes, client: hashClient(pool, call), createdAt };
  const code = await issue(pool, sub, async (db, made) => {
    await insertSignUp(db, { ...row, ...made });
  });
  return { id, code, signedUpAt: createdAt };
}

/** Only for whoever has given its password: a cookie for a stranger's would bind them to it. */
export function keepSignUp(
  pool: PoolContext,
  call: Call,
  { id, sub }: Pick<SignUpRow, 'id' | 'sub'>,
): void {
  setSealedCookie(pool, call, cookie, sub, id);
}

/** Another code for the same sign-up; the one before serves no longer. */
export async function continueSignUp(pool: PoolContext, signUp: SignUpRow): Promise<IssuedCode> {
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
  // Two sign-ups of one address must not have the same code: it would name neither.
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
