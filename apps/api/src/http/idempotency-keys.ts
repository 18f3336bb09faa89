import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { and, count, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { idempotencyKeys } from '#db/schema/server.ts';
import type { MemberData } from '#modules/identity/member-data.service.ts';

/** What an Idempotency-Key of an account is known by, without the key itself. */
export interface KeyedCall {
  readonly sub: string;
  readonly keyHash: Buffer;
  readonly fingerprint: Buffer;
  /** Never stored: it follows from the key, which only the caller has. */
  readonly sealKey: Buffer;
}

export interface KeptAnswer {
  readonly status: number;
  /** null: an answer without a body. */
  readonly contentType: string | null;
  readonly body: Buffer;
}

/** `call` is method, address and body: the same key with anything else is a mistake of the caller. */
export function describeKeyedCall(sub: string, key: string, call: string): KeyedCall {
  const derive = (what: string) => createHmac('sha256', key).update(`${what}\n${sub}\n`);
  return {
    sub,
    keyHash: createHash('sha256').update(`${sub}\n${key}`).digest(),
    fingerprint: derive('fingerprint').update(call).digest(),
    sealKey: derive('seal').digest(),
  };
}

/** Until the transaction ends. False: the same key is being used at this moment, on whichever node. */
export async function lockKey(tx: Transaction, { keyHash }: KeyedCall): Promise<boolean> {
  const half = keyHash.readInt32BE(0);
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${advisoryLocks.idempotencyKey}, ${half}) as locked`,
  );
  return rows[0]?.locked === true;
}

const keptFor = sql`interval '24 hours'`;

function isCall({ sub, keyHash }: KeyedCall): SQL | undefined {
  return and(eq(idempotencyKeys.sub, sub), eq(idempotencyKeys.keyHash, keyHash));
}

/** `other`: the key belongs to another call. null: it has not been used within the day. */
export async function findAnswer(
  db: Queryable,
  call: KeyedCall,
): Promise<KeptAnswer | 'other' | null> {
  const { createdAt, fingerprint, status, contentType, sealedAnswer } = idempotencyKeys;
  const [found] = await db
    .select({ fingerprint, status, contentType, sealedAnswer })
    .from(idempotencyKeys)
    .where(and(isCall(call), gt(createdAt, sql`now() - ${keptFor}`)));
  if (found === undefined) return null;
  if (!found.fingerprint.equals(call.fingerprint)) return 'other';
  return { ...found, body: unseal(call, found.sealedAnswer) };
}

/** A page that writes once a minute, day and night, stays below it. */
const mostKeys = 1500;

/** Whether the account has as many keys as are kept. Older ones are not forgotten for new ones. */
export async function isFull(db: Queryable, { sub }: KeyedCall): Promise<boolean> {
  const some = db
    .select({ sub: idempotencyKeys.sub })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.sub, sub))
    .limit(mostKeys)
    .as('some');
  const [counted] = await db.select({ keys: count() }).from(some);
  return (counted?.keys ?? 0) >= mostKeys;
}

export async function keepAnswer(
  db: Queryable,
  call: KeyedCall,
  { status, contentType, body }: KeptAnswer,
): Promise<void> {
  const { sub, keyHash, fingerprint } = call;
  const answer = { fingerprint, status, contentType, sealedAnswer: seal(call, body) };
  await db
    .insert(idempotencyKeys)
    .values({ sub, keyHash, ...answer })
    // One that is older than a day and waits to be purged.
    .onConflictDoUpdate({
      target: [idempotencyKeys.sub, idempotencyKeys.keyHash],
      set: { ...answer, createdAt: sql`now()` },
    });
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Answers hold secrets that are shown once, and profiles: the database is not to know them. */
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

/** By the database's clock, which all nodes share. */
export async function purgeIdempotencyKeys(db: Queryable): Promise<void> {
  const { createdAt } = idempotencyKeys;
  const row = sql`ctid`;
  const old = db
    .select({ row })
    .from(idempotencyKeys)
    .where(lt(createdAt, sql`now() - ${keptFor}`))
    .limit(purgedAtOnce);
  await db.delete(idempotencyKeys).where(inArray(row, old));
}

/** Nothing to export: hashes, and answers that nobody can read without the key. */
export const idempotencyKeyData: MemberData = {
  async erase(tx, sub) {
    await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.sub, sub));
  },
  exports: [],
};
