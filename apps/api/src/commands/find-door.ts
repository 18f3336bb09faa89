import { eq } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { readDoorSecret, renewDoorSecret } from '#policies/door-secrets.ts';
import { gyms } from '#db/schema/gyms.ts';
import { MachineError } from '#modules/machines/machines.service.ts';

/** The lock of a gym, with the secret it shares. */
export interface FoundDoor {
  readonly id: number;
  readonly name: string;
  readonly secret: Buffer;
  readonly renewed: boolean;
}

export async function findDoor(
  db: Database,
  doorKey: Buffer,
  { id: gymId, renew }: { readonly id: number; readonly renew: boolean },
): Promise<FoundDoor> {
  const { id, name } = gyms;
  const [gym] = await db.select({ id, name }).from(gyms).where(eq(id, gymId));
  const secret = await (renew ? renewDoorSecret : readDoorSecret)(db, doorKey, gymId);
  if (gym === undefined || secret === null) throw new MachineError(`there is no gym ${gymId}`);
  return { ...gym, secret, renewed: renew };
}
