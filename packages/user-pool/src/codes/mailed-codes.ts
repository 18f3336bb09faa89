import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { keyedHash } from '#crypto/pool-secrets.ts';
import type { PoolQueryable } from '#database.ts';
import { lifetimes, strangersTriesPerCode, triesPerCode } from '#limits.ts';
import type { PoolContext } from '#pool-context.ts';
import { refuseCode, refuseOldCode } from '#pool-error.ts';
import type { CodePurpose } from '#schema/codes.ts';
import type { Asker } from '#sign-in/familiar-client.ts';
import { countWithin, takeAllowance } from '#throttle/allowances.ts';
import { findCode, markCodeUsed, putCode, takeTry, type CodeKey } from './codes.store.ts';

const seconds: Readonly<Record<CodePurpose, number>> = {
  'sign-up': lifetimes.signUpCode,
  'reset-password': lifetimes.resetCode,
  email: lifetimes.emailCode,
};

export function codeKey(
  pool: Pick<PoolContext, 'secrets'>,
  purpose: CodePurpose,
  sub: string,
): CodeKey {
  return { purpose, subject: keyedHash(pool.secrets.code, 'subject', purpose, sub) };
}

/** Six digits are quickly tried through: without the key that is not in the database, never. */
function hashCode(pool: PoolContext, { purpose, subject }: CodeKey, code: string): Buffer {
  return keyedHash(pool.secrets.code, 'code', purpose, subject.toString('hex'), code);
}

export async function issueCode(
  db: PoolQueryable,
  pool: PoolContext,
  key: CodeKey,
  newEmail: string | null = null,
): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await putCode(db, key, { codeHash: hashCode(pool, key, code), ...validity(pool, key), newEmail });
  return code;
}

/** For a name that nobody has: a row like any other, which no code can match. */
export async function pretendCode(
  db: PoolQueryable,
  pool: PoolContext,
  key: CodeKey,
): Promise<void> {
  await putCode(db, key, { codeHash: randomBytes(32), ...validity(pool, key), newEmail: null });
}

function validity(pool: PoolContext, { purpose }: CodeKey) {
  return { expiresAt: new Date(pool.now().getTime() + seconds[purpose] * 1000) };
}

export interface ProvedCode {
  readonly newEmail: string | null;
  /** Inside the transaction that acts on it: false when another request has done so already. */
  readonly spend: (db: PoolQueryable) => Promise<boolean>;
}

/**
 * Throws unless the code is right. Null when it was used a moment ago, by a double click or
 * because the answer got lost: then what it does is done.
 */
export async function proveCode(
  pool: PoolContext,
  asker: Asker,
  key: CodeKey,
  code: string,
): Promise<ProvedCode | null> {
  const row = await takeAskersTry(pool, asker, key);
  if (row === null) {
    // Only after the failed try: it has waited for a request at the same moment.
    if (await isRepeated(pool, key, code)) return null;
    throw refuseOldCode();
  }
  if (!timingSafeEqual(row.codeHash, hashCode(pool, key, code))) throw refuseCode();
  return {
    newEmail: row.newEmail,
    spend: async (db) => await markCodeUsed(db, key, row.codeHash, pool.now()),
  };
}

/** As many as the column can count. */
const unbound = 2 ** 31 - 1;

/**
 * A client has its own tries at a code, so that a stranger's do not spoil it for its owner. All
 * strangers together have some more, at each code and in an hour.
 */
async function takeAskersTry(pool: PoolContext, { name, familiar }: Asker, key: CodeKey) {
  const current = await findCode(pool.db, key);
  const now = pool.now();
  if (current === null || current.usedAt !== null || current.expiresAt <= now) return null;
  const own = { max: triesPerCode, seconds: seconds[key.purpose] };
  const code = current.codeHash.toString('hex');
  if (!(await countWithin(pool.db, pool, own, 'tries', code, name))) return null;
  if (familiar) return await takeTry(pool.db, key, unbound, now);
  const account = key.subject.toString('hex');
  await takeAllowance(pool.db, pool, 'codesPerAccount', key.purpose, account);
  return await takeTry(pool.db, key, strangersTriesPerCode, now);
}

async function isRepeated(pool: PoolContext, key: CodeKey, code: string): Promise<boolean> {
  const row = await findCode(pool.db, key);
  if (row === null || row.usedAt === null) return false;
  const age = pool.now().getTime() - row.usedAt.getTime();
  return (
    age < lifetimes.repeatedConfirmation * 1000 &&
    timingSafeEqual(row.codeHash, hashCode(pool, key, code))
  );
}
