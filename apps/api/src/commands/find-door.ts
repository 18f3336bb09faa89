import { eq } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { type GymRow, gyms } from '#db/schema/gyms.ts';
import { MachineError } from '#modules/machines/machines.service.ts';

export async function findDoor(
  db: Database,
  gymId: number,
): Promise<Pick<GymRow, 'id' | 'name' | 'doorSecret'>> {
  const { id, name, doorSecret } = gyms;
  const [gym] = await db.select({ id, name, doorSecret }).from(gyms).where(eq(id, gymId));
  if (gym === undefined) throw new MachineError(`there is no gym ${gymId}`);
  return gym;
}
