import { hkdfSync, randomBytes } from 'node:crypto';
import { seal, unseal } from '@tanren/user-pool/crypto/secrets';
import { and, eq, sql } from 'drizzle-orm';
import type { Database, Queryable } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';

/**
 * Derives the key that encrypts the doors' secrets. A person who knows the secret of a door can
 * open it at any time, so the database alone must not reveal it. The key comes from the key of the
 * trainers' codes, which is stored outside the database and is the same on all nodes.
 */
export function deriveDoorKey(trainerCodeKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', trainerCodeKey, '', 'door secrets', 32));
}

/**
 * Length of a plain secret in bytes. The database creates one for a new gym, before it is
 * encrypted.
 */
const plainLength = 32;
const boundTo = (gymId: number) => `door of gym ${gymId}`;

/**
 * Reads the secret of a door and encrypts it if it is still plain. Returns `null` if the gym does
 * not exist.
 */
export async function readDoorSecret(
  db: Queryable,
  key: Buffer,
  gymId: number,
): Promise<Buffer | null> {
  const { id, doorSecret } = gyms;
  const [gym] = await db.select({ doorSecret }).from(gyms).where(eq(id, gymId));
  if (gym === undefined) return null;
  if (gym.doorSecret.length === plainLength) {
    await sealSecret(db, key, gymId, gym.doorSecret);
    return gym.doorSecret;
  }
  const secret = unseal(key, gym.doorSecret, boundTo(gymId));
  if (secret === null) {
    throw new Error(
      `the door secret of gym ${gymId} was sealed with another key: ` +
        `npm run machines -- door ${gymId} --renew makes a new one, to be written into its lock`,
    );
  }
  return secret;
}

/** Encrypts a secret, unless another node has encrypted or renewed it meanwhile. */
async function sealSecret(db: Queryable, key: Buffer, gymId: number, plain: Buffer): Promise<void> {
  await db
    .update(gyms)
    .set({ doorSecret: seal(key, plain, boundTo(gymId)) })
    .where(and(eq(gyms.id, gymId), eq(gyms.doorSecret, plain)));
}

/** Encrypts every secret that is still plain. Runs at the start of the server. */
export async function sealDoorSecrets(db: Database, key: Buffer): Promise<void> {
  const { id, doorSecret } = gyms;
  const plain = await db
    .select({ id, doorSecret })
    .from(gyms)
    .where(eq(sql`length(${doorSecret})`, plainLength));
  for (const gym of plain) await sealSecret(db, key, gym.id, gym.doorSecret);
}

/** Replaces the secret. Codes of the old one stop working as soon as the lock has the new one. */
export async function renewDoorSecret(
  db: Queryable,
  key: Buffer,
  gymId: number,
): Promise<Buffer | null> {
  const secret = randomBytes(plainLength);
  const renewed = await db
    .update(gyms)
    .set({ doorSecret: seal(key, secret, boundTo(gymId)) })
    .where(eq(gyms.id, gymId))
    .returning({ id: gyms.id });
  return renewed.length === 0 ? null : secret;
}
