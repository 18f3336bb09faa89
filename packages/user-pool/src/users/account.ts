import { hkdfSync } from 'node:crypto';
import { keyedHash } from '#crypto/pool-secrets.ts';
import type { PoolQueryable } from '#database.ts';
import type { PoolContext } from '#pool-context.ts';
import type { UserRow } from '#schema/users.ts';
import { fromBytes, prime } from '#srp/group.ts';
import type { SrpCredential } from '#srp/verifier.ts';
import { openCredential } from './credential.ts';
import { maskEmail, normalizeEmail } from './email-address.ts';
import { readSimulatedMask, simulateSub } from './simulated-id.ts';
import { findUserByEmail, findUserBySub } from './users.store.ts';

/** What a name stands for. A name that nobody has gets a lasting shape too, with no user in it. */
export interface Account {
  readonly name: string;
  readonly sub: string;
  readonly user: UserRow | null;
  /** `h***@e***`. */
  readonly maskedEmail: string;
  readonly credential: SrpCredential;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export async function findAccount(
  db: PoolQueryable,
  pool: PoolContext,
  username: string,
): Promise<Account> {
  const name = username.toLowerCase();
  const user = await findUserByName(db, name);
  if (user === null) return simulateAccount(pool, name);
  const { sub, email } = user;
  const credential = openCredential(pool, sub, user.credential);
  return { name, sub, user, maskedEmail: maskEmail(email), credential };
}

export async function findUserByName(db: PoolQueryable, username: string): Promise<UserRow | null> {
  const name = username.toLowerCase();
  if (uuid.test(name)) return await findUserBySub(db, name);
  const email = normalizeEmail(name);
  return email === null ? null : await findUserByEmail(db, email);
}

/** The same name always gets the same salt and id, as it would if somebody had it. */
function simulateAccount(pool: PoolContext, name: string): Account {
  const key = pool.secrets.simulation;
  const sub = uuid.test(name) ? name : simulateSub(key, name);
  const bytes = hkdfSync('sha256', key, keyedHash(key, 'verifier', sub), 'verifier', 384);
  return {
    name,
    sub,
    user: null,
    maskedEmail: readSimulatedMask(key, sub),
    credential: {
      salt: keyedHash(key, 'salt', sub).subarray(0, 16),
      verifier: fromBytes(Buffer.from(bytes)) % prime,
    },
  };
}
