import { createHmac, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { StartupError } from '#startup-error.ts';
import type { Database } from './database.ts';
import { serverKeys } from './schema/server-keys.ts';

interface ServerKey {
  readonly name: string;
  readonly key: Buffer;
  /** What an operator does about a key that is not the one of the other nodes. */
  readonly remedy: string;
}

/**
 * The first node to come leaves by what one recognises its key; one with another key would
 * understand nothing that the others wrote, and must not start. The key itself is 256 random
 * bits: nobody finds it by its fingerprint.
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
