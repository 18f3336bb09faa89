import { asc, eq, inArray } from 'drizzle-orm';
import type { Database, Queryable } from '#db/database.ts';
import { gymDoors } from '#db/schema/booking.ts';
import { createMachineSecret, verifyMachineSecret } from '#mqtt/machine-secret.ts';

/** Creates the account that the lock of a gym signs in with, or gives it a new secret. */
export async function renewDoorAccount(db: Queryable, gymId: number, now: Date): Promise<string> {
  const { secret, secretHash } = createMachineSecret();
  const account = { secretHash, renewedAt: now };
  await db
    .insert(gymDoors)
    .values({ gymId, ...account })
    .onConflictDoUpdate({ target: gymDoors.gymId, set: account });
  return secret;
}

export async function hasDoorAccount(db: Queryable, gymId: number): Promise<boolean> {
  return (await db.$count(gymDoors, eq(gymDoors.gymId, gymId))) > 0;
}

/** Hash that is compared when a gym has no lock, so that the answer takes as long as any other. */
const dummyHash = createMachineSecret().secretHash;

/** Returns the hash that the secret was compared with, or `null` if the secret is wrong. */
export async function signInDoor(
  db: Database,
  gymId: number,
  password: Buffer,
): Promise<string | null> {
  const [door] = await db.select().from(gymDoors).where(eq(gymDoors.gymId, gymId));
  const secretHash = door?.secretHash ?? dummyHash;
  const fits = verifyMachineSecret(secretHash, password);
  return fits && door !== undefined ? secretHash : null;
}

/** Returns the hashes with which the locks of these gyms must be signed in. */
export async function findValidDoorSecrets(
  db: Database,
  gymIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .select()
    .from(gymDoors)
    .where(inArray(gymDoors.gymId, [...gymIds]));
  return new Map(rows.map(({ gymId, secretHash }) => [gymId, secretHash]));
}

/** Lists the accounts of locks, for the configuration of an external broker. */
export async function listDoorAccounts(
  db: Database,
): Promise<{ gymId: number; secretHash: string }[]> {
  const { gymId, secretHash } = gymDoors;
  return await db.select({ gymId, secretHash }).from(gymDoors).orderBy(asc(gymId));
}
