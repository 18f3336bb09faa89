import { hkdfSync, randomBytes } from 'node:crypto';
import { seal, unseal } from '@tanren/user-pool/crypto/secrets';
import { and, eq, sql } from 'drizzle-orm';
import type { Database, Queryable } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';

/**
 * Whoever has the secret of a door opens it at any time, so the database alone must not tell it:
 * it is kept sealed by a key of the installation. That of the trainers' codes is one already, kept
 * apart from the database and the same on all nodes; what seals doors follows from it.
 */
export function deriveDoorKey(trainerCodeKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', trainerCodeKey, '', 'door secrets', 32));
}

/** As the database makes one for a new gym, and as all were before they were sealed. */
const plainLength = 32;
const boundTo = (gymId: number) => `door of gym ${gymId}`;

/** null: no such gym. A secret that is not sealed yet is from now on. */
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

/** Somebody else may have sealed or renewed it meanwhile; then it stays as they left it. */
async function sealSecret(db: Queryable, key: Buffer, gymId: number, plain: Buffer): Promise<void> {
  await db
    .update(gyms)
    .set({ doorSecret: seal(key, plain, boundTo(gymId)) })
    .where(and(eq(gyms.id, gymId), eq(gyms.doorSecret, plain)));
}

/** At start, of every gym that was there before. */
export async function sealDoorSecrets(db: Database, key: Buffer): Promise<void> {
  const { id, doorSecret } = gyms;
  const plain = await db
    .select({ id, doorSecret })
    .from(gyms)
    .where(eq(sql`length(${doorSecret})`, plainLength));
  for (const gym of plain) await sealSecret(db, key, gym.id, gym.doorSecret);
}

/** The codes of the old one open nothing any more as soon as the lock has the new one. */
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
