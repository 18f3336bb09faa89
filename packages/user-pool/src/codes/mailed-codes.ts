import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { cleanCode, mailedCodeLength } from '@tanren/domain/authentication';
import { keyedHash } from '#crypto/secrets.ts';
import type { PoolContext, PoolQueryable } from '#pool/pool-context.ts';
import { lifetimes, strangersTriesPerCode, triesPerCode } from '#limits.ts';
import { refuseCode, refuseGuess, refuseOldCode } from '#pool-error.ts';
import type { CodePurpose, OlderCode } from '#schema/codes.ts';
import type { Asker } from '#throttle/clients.ts';
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

/** Digits are quickly tried through: without the key that is not in the database, never. */
function hashCode(pool: PoolContext, { purpose, subject }: CodeKey, code: string): Buffer {
  return keyedHash(pool.secrets.code, 'code', purpose, subject.toString('hex'), cleanCode(code));
}

/** Digits only, for any keyboard. Their number, tries and time bound the guessing. */
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
 * A row that no code can match, which counts the tries. For a name that nobody has it is like any
 * other; for a sign-up the codes stand elsewhere. Answers when they end.
 */
export async function openTries(db: PoolQueryable, pool: PoolContext, key: CodeKey): Promise<Date> {
  const { expiresAt } = validity(pool, key);
  const older = await listOlder(db, pool, key);
  await putCode(db, key, { codeHash: randomBytes(32), expiresAt, newEmail: null, older });
  return expiresAt;
}

/** Of how many mails at a time a code serves. */
const liveCodes = 5;
/** Others can ask for these: what they ask for must not void what the owner is about to type. */
const keepsOlder: readonly CodePurpose[] = ['reset-password', 'sign-in'];

/** For a reset or a sign-in, what was mailed before and still lasts; the newest first. */
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

/** What was mailed last, and what was mailed before it and still lasts. */
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
  /** Inside the transaction that acts on it: false when another request has done so already. */
  readonly spend: (db: PoolQueryable) => Promise<boolean>;
}

/**
 * Throws unless the code is right. Null when it was used a moment ago, by a double click or
 * because the answer got lost: then what it does is done. `accepted` are the hashes to compare
 * with, where they stand elsewhere.
 */
export async function proveCode(
  pool: PoolContext,
  asker: Asker,
  key: CodeKey,
  code: string,
  accepted?: readonly Buffer[],
): Promise<ProvedCode | null> {
  const row = await takeAskersTry(pool, asker, key, accepted?.length);
  if (row === null) {
    // Only after the failed try: it has waited for a request at the same moment.
    if (await isRepeated(pool, key, code)) return null;
    throw refuseOldCode();
  }
  const given = hashCode(pool, key, code);
  const codeHash = (accepted ?? listHashes(pool, row)).find((hash) => timingSafeEqual(hash, given));
  if (codeHash === undefined) throw refuseCode();
  return {
    codeHash,
    newEmail: row.newEmail,
    spend: async (db) => await markCodeUsed(db, key, row.codeHash, codeHash, pool.now()),
  };
}

/** As many as the column can count. */
const unbound = 2 ** 31 - 1;

/**
 * A client has its own tries at a code, so that a stranger's do not spoil it for its owner. The
 * browser that asked for the mail, and one that has signed in before, need no others. All strangers
 * together have some at each code and in an hour, and each network a share of these.
 */
async function takeAskersTry(
  pool: PoolContext,
  { name, familiar, askedMail }: Asker,
  key: CodeKey,
  acceptedCodes: number | undefined,
) {
  const current = await findCode(pool.db, key);
  const now = pool.now();
  if (current === null || current.usedAt !== null || current.expiresAt <= now) return null;
  const own = { max: triesPerCode, seconds: seconds[key.purpose] };
  const code = current.codeHash.toString('hex');
  if (
    askedMail !== undefined &&
    (await countWithin(pool.db, pool, own, 'tries of asker', key.purpose, askedMail))
  ) {
    return await takeTry(pool.db, key, unbound, now);
  }
  if (!(await countWithin(pool.db, pool, own, 'tries', code, name))) return null;
  if (familiar) return await takeTry(pool.db, key, unbound, now);
  const account = key.subject.toString('hex');
  const codes = acceptedCodes ?? listHashes(pool, current).length;
  // A try that several codes would satisfy is as many tries.
  const cost = Math.max(1, codes);
  const target = [key.purpose, account];
  const { codesPerNetworkToAccount: share, codesPerAccount: total } = pool.limits;
  const isWithin =
    (await countWithin(pool.db, pool, { ...share, cost }, 'share', ...target, name)) &&
    (await countWithin(pool.db, pool, { ...total, cost }, 'codesPerAccount', ...target));
  if (!isWithin) throw refuseGuess();
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
