import { createHmac, randomBytes } from 'node:crypto';
import { formatLinkCode } from '@tanren/domain/link-code';
import { linkStepSeconds, timeCode, timeStep } from '@tanren/domain/time-code';
import type { Database } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { type MachineRow, machines } from '#db/schema/machines.ts';

const gym = { id: 1, name: '鍛錬ジム渋谷' };

/** A machine of a gym that is made with the first one. It knows no secret, only link codes. */
export async function addMachine(
  db: Database,
  changes: Partial<typeof machines.$inferInsert> = {},
): Promise<MachineRow> {
  await db.insert(gyms).values(gym).onConflictDoNothing();
  const [made] = await db
    .insert(machines)
    .values({
      gymId: gym.id,
      workoutTypeId: 1,
      minLoadHg: 50,
      maxLoadHg: 1500,
      loadStepHg: 25,
      secretHash: '',
      linkKey: randomBytes(32),
      createdAt: new Date('2026-01-01T00:00:00Z'),
      ...changes,
    })
    .returning();
  if (made === undefined) throw new Error('no machine was made');
  return made;
}

/** What its screen shows at that moment. */
export function showLinkCode({ id, linkKey }: MachineRow, now: Date): string {
  const hmac = (message: Uint8Array) => createHmac('sha1', linkKey).update(message).digest();
  return formatLinkCode(id, timeCode(hmac, timeStep(now, linkStepSeconds)));
}
