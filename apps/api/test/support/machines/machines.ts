import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { formatLinkCode, linkStepSeconds } from '@tanren/domain/machines/machine-links';
import { timeCode, timeStep } from '@tanren/domain/machines/time-code';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import type { Database } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { machines, tanrenConnections, type MachineRow } from '#db/schema/machines.ts';
import { userInfos } from '#db/schema/members.ts';
import { createMachineSecret } from '#mqtt/machine-secret.ts';

const gym = { id: 1, name: '鍛錬ジム渋谷' };

/** Adds a machine. Its gym is created with the first one. It has no secret, only link codes. */
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

/** Returns the code on its screen at that moment. */
export function showLinkCode({ id, linkKey }: MachineRow, now: Date): string {
  const hmac = (message: Uint8Array) => createHmac('sha1', linkKey).update(message).digest();
  return formatLinkCode(id, timeCode(hmac, timeStep(now, linkStepSeconds)));
}

export interface LinkedMachine {
  readonly id: number;
  readonly secret: string;
  readonly secretHash: string;
  readonly connectionId: string;
  readonly sub: string;
  readonly workoutTypeId: number;
}

/** Creates machines, each with a member who linked a moment ago. */
export async function linkGym(db: Database, count: number): Promise<LinkedMachine[]> {
  const linked: LinkedMachine[] = [];
  for (let index = 0; index < count; index += 1) {
    const { secret, secretHash, linkKey } = createMachineSecret();
    const workoutTypeId = (index % workoutTypes.length) + 1;
    const { id } = await addMachine(db, { workoutTypeId, secretHash, linkKey });
    const [connectionId, sub, now] = [randomUUID(), randomUUID(), new Date()];
    await db
      .insert(userInfos)
      .values({ sub, nickname: `会員${id}`, createdAt: now, updatedAt: now });
    await db.insert(tanrenConnections).values({
      id: connectionId,
      machineId: id,
      sub,
      linkedAt: now,
      lastActiveAt: now,
      codeStep: 0,
    });
    linked.push({ id, secret, secretHash, connectionId, sub, workoutTypeId });
  }
  return linked;
}

/** Returns the content of DATA_DIR/machines.json, which the simulator reads. */
export function describeCredentials(
  linked: readonly Pick<LinkedMachine, 'id' | 'secret' | 'workoutTypeId'>[],
): string {
  return JSON.stringify({
    machines: linked.map(({ id, secret, workoutTypeId }) => ({
      id,
      gymId: 1,
      workoutTypeId,
      name: `マシン${id}`,
      secret,
      minLoad: 5,
      maxLoad: 150,
      loadStep: 2.5,
    })),
  });
}
