import { createHmac, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { StartupError } from '#config/startup-error.ts';
import type { Database } from './database.ts';
import { serverKeys } from './schema/server.ts';

interface ServerKey {
  readonly name: string;
  readonly key: Buffer;
  /** Instruction for the operator when this key differs from the key of the other nodes. */
  readonly remedy: string;
}

/**
 * Compares the key with the fingerprint that the first node stored, and throws when they differ: a
 * node with another key could not read the data of the others. The key has 256 random bits, so the
 * fingerprint does not reveal it.
 */
export async function claimServerKey(
  db: Database,
  { name, key, remedy }: ServerKey,
): Promise<void> {
  const fingerprint = createHmac('sha256', key).update('fingerprint\0').update(name).digest();
  await db.insert(serverKeys).values({ name, fingerprint }).onConflictDoNothing();
  const [row] = await db.select().from(serverKeys).where(eq(serverKeys.name, name));
  if (row !== undefined && timingSafeEqual(row.fingerprint, fingerprint)) return;
  throw new StartupError(remedy);
}
