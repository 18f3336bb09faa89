import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { and, count, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { idempotencyKeys } from '#db/schema/server.ts';
import type { MemberData } from '#modules/identity/member-data.service.ts';

/** Identifies an Idempotency-Key of an account without the key itself. */
export interface KeyedCall {
  readonly sub: string;
  readonly keyHash: Buffer;
  readonly fingerprint: Buffer;
  /** Derived from the key, which only the caller has. It is never stored. */
  readonly sealKey: Buffer;
}

export interface StoredAnswer {
  readonly status: number;
  /** `null` for an answer without a body. */
  readonly contentType: string | null;
  readonly body: Buffer;
}

/**
 * Derives the values for a key. `call` is method, address and body: the same key with any other
 * call is an error of the caller.
 */
export function describeKeyedCall(sub: string, key: string, call: string): KeyedCall {
  const derive = (what: string) => createHmac('sha256', key).update(`${what}\n${sub}\n`);
  return {
    sub,
    keyHash: createHash('sha256').update(`${sub}\n${key}`).digest(),
    fingerprint: derive('fingerprint').update(call).digest(),
    sealKey: derive('seal').digest(),
  };
}

/**
 * Locks the key until the transaction ends. Returns `false` if the same key is in use at this
 * moment, on any node.
 */
export async function lockKey(tx: Transaction, { keyHash }: KeyedCall): Promise<boolean> {
  const half = keyHash.readInt32BE(0);
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${advisoryLocks.idempotencyKey}, ${half}) as locked`,
  );
  return rows[0]?.locked === true;
}

const keyLifetime = sql`interval '24 hours'`;

function isCall({ sub, keyHash }: KeyedCall): SQL | undefined {
  return and(eq(idempotencyKeys.sub, sub), eq(idempotencyKeys.keyHash, keyHash));
}

/**
 * Returns the stored answer, `other` if the key belongs to another call, or `null` if the key was
 * not used within 24 hours.
 */
export async function findAnswer(
  db: Queryable,
  call: KeyedCall,
): Promise<StoredAnswer | 'other' | null> {
  const { createdAt, fingerprint, status, contentType, sealedAnswer } = idempotencyKeys;
  const [found] = await db
    .select({ fingerprint, status, contentType, sealedAnswer })
    .from(idempotencyKeys)
    .where(and(isCall(call), gt(createdAt, sql`now() - ${keyLifetime}`)));
  if (found === undefined) return null;
  if (!found.fingerprint.equals(call.fingerprint)) return 'other';
  return { ...found, body: unseal(call, found.sealedAnswer) };
}

/** A page that writes once a minute, day and night, stays below this number. */
const maxKeys = 1500;

/**
 * Returns whether the account has reached the maximum number of keys. New keys never replace older
 * ones.
 */
export async function isFull(db: Queryable, { sub }: KeyedCall): Promise<boolean> {
  const some = db
    .select({ sub: idempotencyKeys.sub })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.sub, sub))
    .limit(maxKeys)
    .as('some');
  const [counted] = await db.select({ keys: count() }).from(some);
  return (counted?.keys ?? 0) >= maxKeys;
}

export async function storeAnswer(
  db: Queryable,
  call: KeyedCall,
  { status, contentType, body }: StoredAnswer,
): Promise<void> {
  const { sub, keyHash, fingerprint } = call;
  const answer = { fingerprint, status, contentType, sealedAnswer: seal(call, body) };
  await db
    .insert(idempotencyKeys)
    .values({ sub, keyHash, ...answer })
    // A conflict is with a key that is older than a day and has not been purged yet.
    .onConflictDoUpdate({
      target: [idempotencyKeys.sub, idempotencyKeys.keyHash],
      set: { ...answer, createdAt: sql`now()` },
    });
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts an answer: it may hold profiles or secrets that are shown once, which the database must
 * not contain in plain text.
 */
function seal({ sealKey }: KeyedCall, body: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, sealKey, nonce);
  const sealed = [sealing.update(body), sealing.final()];
  return Buffer.concat([nonce, sealing.getAuthTag(), ...sealed]);
}

function unseal({ sealKey }: KeyedCall, sealed: Buffer): Buffer {
  const opening = createDecipheriv(cipher, sealKey, sealed.subarray(0, nonceBytes));
  opening.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([opening.update(sealed.subarray(nonceBytes + tagBytes)), opening.final()]);
}

const purgedAtOnce = 10_000;

/** Deletes expired keys by the database's clock, which all nodes share. */
export async function purgeIdempotencyKeys(db: Queryable): Promise<void> {
  const { createdAt } = idempotencyKeys;
  const row = sql`ctid`;
  const old = db
    .select({ row })
    .from(idempotencyKeys)
    .where(lt(createdAt, sql`now() - ${keyLifetime}`))
    .limit(purgedAtOnce);
  await db.delete(idempotencyKeys).where(inArray(row, old));
}

/** There is nothing to export: hashes, and answers that cannot be read without the key. */
export const idempotencyKeyData: MemberData = {
  async erase(tx, sub) {
    await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.sub, sub));
  },
  exports: [],
};
