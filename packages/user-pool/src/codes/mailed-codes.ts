import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { cleanCode, mailedCodeLength } from '@tanren/domain/identity/authentication';
import { keyedHash } from '#crypto/secrets.ts';
import type { PoolContext, PoolQueryable } from '#pool/pool-context.ts';
import { lifetimes, strangersTriesPerCode, triesPerCode } from '#limits.ts';
import { rejectCode, rejectGuess, rejectOldCode } from '#pool-error.ts';
import type { CodePurpose, OlderCode } from '#schema/codes.ts';
import type { Requester } from '#throttle/clients.ts';
import { countWithin } from '#throttle/allowances.ts';
import {
  findCode,
  markCodeUsed,
  putCode,
  takeTry,
  type CodeKey,
  type CodeRow,
} from './codes.store.ts';

const seconds: Readonly<Record<CodePurpose, number>> = {
  'sign-up': lifetimes.signUpCode,
  'reset-password': lifetimes.resetCode,
  email: lifetimes.emailCode,
  'sign-in': lifetimes.challenge,
};

export function codeKey(
  pool: Pick<PoolContext, 'secrets'>,
  purpose: CodePurpose,
  sub: string,
): CodeKey {
  return { purpose, subject: keyedHash(pool.secrets.code, 'subject', purpose, sub) };
}

/**
 * Hashes a code with a key that is not in the database. Without the key, trying all digits is
 * useless.
 */
function hashCode(pool: PoolContext, { purpose, subject }: CodeKey, code: string): Buffer {
  return keyedHash(pool.secrets.code, 'code', purpose, subject.toString('hex'), cleanCode(code));
}

/** Makes a code of digits, for any keyboard. Its length, tries and lifetime limit guessing. */
export function createCode(
  pool: PoolContext,
  key: CodeKey,
  isTaken: (codeHash: Buffer) => boolean = () => false,
): { readonly code: string; readonly codeHash: Buffer } {
  for (;;) {
    const code = String(randomInt(10 ** mailedCodeLength)).padStart(mailedCodeLength, '0');
    const codeHash = hashCode(pool, key, code);
    if (!isTaken(codeHash)) return { code, codeHash };
  }
}

export async function issueCode(
  db: PoolQueryable,
  pool: PoolContext,
  key: CodeKey,
  newEmail: string | null = null,
): Promise<string> {
  const { code, codeHash } = createCode(pool, key);
  const older = await listOlder(db, pool, key);
  await putCode(db, key, { codeHash, ...validity(pool, key), newEmail, older });
  return code;
}

/**
 * Stores a row that no code matches and that counts the tries. It is used for unknown names, which
 * must look like known ones, and for sign-ups, whose codes are in `user_pool_sign_ups`. Returns its
 * expiry.
 */
export async function openTries(db: PoolQueryable, pool: PoolContext, key: CodeKey): Promise<Date> {
  const { expiresAt } = validity(pool, key);
  const older = await listOlder(db, pool, key);
  await putCode(db, key, { codeHash: randomBytes(32), expiresAt, newEmail: null, older });
  return expiresAt;
}

/** Maximum number of mails whose codes are valid at the same time. */
const liveCodes = 5;
/**
 * Purposes for which other people can request a mail. Such a request must not invalidate the code
 * that the owner is about to type.
 */
const keepsOlder: readonly CodePurpose[] = ['reset-password', 'sign-in'];

/** Returns the earlier codes of a reset or a sign-in that are still valid, newest first. */
async function listOlder(
  db: PoolQueryable,
  pool: PoolContext,
  key: CodeKey,
): Promise<readonly OlderCode[]> {
  const last = keepsOlder.includes(key.purpose) ? await findCode(db, key) : null;
  if (last === null || last.usedAt !== null) return [];
  const newest = { codeHash: last.codeHash.toString('hex'), expiresAt: last.expiresAt.getTime() };
  return [newest, ...last.older]
    .filter(({ expiresAt }) => expiresAt > pool.now().getTime())
    .slice(0, liveCodes - 1);
}

/** Returns the hashes of the newest code and of earlier ones that are still valid. */
function listHashes(pool: PoolContext, { codeHash, older }: CodeRow): Buffer[] {
  const live = older.filter(({ expiresAt }) => expiresAt > pool.now().getTime());
  return [codeHash, ...live.map((code) => Buffer.from(code.codeHash, 'hex'))];
}

function validity(pool: PoolContext, { purpose }: CodeKey) {
  return { expiresAt: new Date(pool.now().getTime() + seconds[purpose] * 1000) };
}

interface ProvedCode {
  readonly codeHash: Buffer;
  readonly newEmail: string | null;
  /**
   * Marks the code as used, inside the transaction that acts on it. Returns `false` when another
   * request has already used it.
   */
  readonly spend: (db: PoolQueryable) => Promise<boolean>;
}

/**
 * Throws unless the code is right. Returns `null` when the same code was used a moment ago, because
 * of a double click or a lost answer: its effect is done then. `accepted` are the hashes to compare
 * with when they are not in the row of the code.
 */
export async function proveCode(
  pool: PoolContext,
  requester: Requester,
  key: CodeKey,
  code: string,
  accepted?: readonly Buffer[],
): Promise<ProvedCode | null> {
  const row = await takeRequestersTry(pool, requester, key, accepted?.length);
  if (row === null) {
    // The check comes after the failed try, which has waited for any simultaneous request.
    if (await isRepeated(pool, key, code)) return null;
    throw rejectOldCode();
  }
  const given = hashCode(pool, key, code);
  const codeHash = (accepted ?? listHashes(pool, row)).find((hash) => timingSafeEqual(hash, given));
  if (codeHash === undefined) throw rejectCode();
  return {
    codeHash,
    newEmail: row.newEmail,
    spend: async (db) => await markCodeUsed(db, key, row.codeHash, codeHash, pool.now()),
  };
}

/** Largest value of the column. */
const unbound = 2 ** 31 - 1;

/**
 * Counts a try at a code. Each client has its own tries, so that other people cannot use up those
 * of the owner. The browser that requested the mail, and one that has signed in before, need no
 * others. All unfamiliar clients together have a number of tries per code and per hour, and each
 * network has a share of these.
 */
async function takeRequestersTry(
  pool: PoolContext,
  { name, familiar, requestedMail }: Requester,
  key: CodeKey,
  acceptedCodes: number | undefined,
) {
  const current = await findCode(pool.db, key);
  const now = pool.now();
  if (current === null || current.usedAt !== null || current.expiresAt <= now) return null;
  const own = { max: triesPerCode, seconds: seconds[key.purpose] };
  const code = current.codeHash.toString('hex');
  if (
    requestedMail !== undefined &&
    (await countWithin(pool.db, pool, own, 'tries of asker', key.purpose, requestedMail))
  ) {
    return await takeTry(pool.db, key, unbound, now);
  }
  if (!(await countWithin(pool.db, pool, own, 'tries', code, name))) return null;
  if (familiar) return await takeTry(pool.db, key, unbound, now);
  const account = key.subject.toString('hex');
  const codes = acceptedCodes ?? listHashes(pool, current).length;
  // A try that is compared with several codes counts as that many tries.
  const cost = Math.max(1, codes);
  const target = [key.purpose, account];
  const { codesPerNetworkToAccount: share, codesPerAccount: total } = pool.limits;
  const isWithin =
    (await countWithin(pool.db, pool, { ...share, cost }, 'share', ...target, name)) &&
    (await countWithin(pool.db, pool, { ...total, cost }, 'codesPerAccount', ...target));
  if (!isWithin) throw rejectGuess();
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
