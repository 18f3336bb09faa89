import { and, count, eq, isNull } from 'drizzle-orm';
import { randomInt } from 'node:crypto';
import { derivePoolSecrets, keyedHash, type PoolSecrets } from '#crypto/secrets.ts';
import type { PoolQueryable, PoolTransaction, UserPoolOptions } from '#pool/pool-context.ts';
import { type EventSource, recordEvent } from '#events/record-event.ts';
import { writeRecoveryCodesRenewed } from '#mail/security-letters.ts';
import { userPoolRecoveryCodes } from '#schema/users.ts';
import { mailOwner } from '#tokens/devices.ts';
import { findUserBySub } from '#users/users.store.ts';

const recoveryCodeCount = 10;

/** 31 characters without look-alikes on paper. Ten of them have 49 bits. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'.replace('L', '');

function createCode(): string {
  const sign = () => alphabet.charAt(randomInt(alphabet.length));
  return Array.from({ length: 10 }, (_, at) => (at === 5 ? `-${sign()}` : sign())).join('');
}

/** Normalizes a code as typed or pasted. */
function normalize(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '');
}

function hashCode(secrets: PoolSecrets, sub: string, typed: string): Buffer {
  return keyedHash(secrets.code, 'recovery', sub, normalize(typed));
}

interface RenewedCodes {
  readonly codes: string[];
  /** Address of the user, for `announceRecoveryCodes`. */
  readonly email: string;
}

/**
 * Issues new recovery codes and invalidates the previous ones. Returns `null` without an
 * authenticator app. The caller announces them with `announceRecoveryCodes` after the commit.
 */
export async function renewRecoveryCodes(
  db: PoolQueryable,
  pool: Pick<UserPoolOptions, 'now' | 'keys' | 'poolId'>,
  source: EventSource,
  sub: string,
): Promise<RenewedCodes | null> {
  const secrets = derivePoolSecrets(pool.keys.root, pool.poolId);
  const codes = Array.from({ length: recoveryCodeCount }, createCode);
  const createdAt = pool.now();
  return await db.transaction(async (tx) => {
    const owner = await findUserBySub(tx, sub);
    if (owner?.totpEnabled !== true) return null;
    await deleteRecoveryCodes(tx, sub);
    const rows = codes.map((code) => ({ sub, codeHash: hashCode(secrets, sub, code), createdAt }));
    await tx.insert(userPoolRecoveryCodes).values(rows);
    await recordEvent({ ...pool, db: tx }, source, { sub, operation: 'recovery-codes-renewed' });
    return { codes, email: owner.email };
  });
}

/** Mails the user that the recovery codes are new. */
export async function announceRecoveryCodes(
  pool: Pick<UserPoolOptions, 'sendMail'>,
  source: EventSource,
  { email }: Pick<RenewedCodes, 'email'>,
): Promise<void> {
  await mailOwner(pool, source, email, writeRecoveryCodesRenewed());
}

/**
 * Uses up a recovery code. Returns `false` when the user has no such code or it was used before,
 * even a moment ago.
 */
export async function spendRecoveryCode(
  db: PoolQueryable,
  secrets: PoolSecrets,
  sub: string,
  typed: string,
  now: Date,
): Promise<boolean> {
  const spent = await db
    .update(userPoolRecoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(userPoolRecoveryCodes.sub, sub),
        eq(userPoolRecoveryCodes.codeHash, hashCode(secrets, sub, typed)),
        isNull(userPoolRecoveryCodes.usedAt),
      ),
    )
    .returning({ usedAt: userPoolRecoveryCodes.usedAt });
  return spent.length > 0;
}

export async function countRecoveryCodes(db: PoolQueryable, sub: string): Promise<number> {
  const [found] = await db
    .select({ left: count() })
    .from(userPoolRecoveryCodes)
    .where(and(eq(userPoolRecoveryCodes.sub, sub), isNull(userPoolRecoveryCodes.usedAt)));
  return found?.left ?? 0;
}

/** Deletes the recovery codes together with the app that they replace. */
export async function deleteRecoveryCodes(
  db: PoolQueryable | PoolTransaction,
  sub: string,
): Promise<void> {
  await db.delete(userPoolRecoveryCodes).where(eq(userPoolRecoveryCodes.sub, sub));
}
