import { randomUUID } from 'node:crypto';
import { workoutTypes } from '@tanren/domain/workout-types';
import type { Database } from '#db/database.ts';
import { tanrenConnections } from '#db/schema/tanren-connections.ts';
import { userInfos } from '#db/schema/userinfo.ts';
import { createMachineSecret } from '#mqtt/machine-secret.ts';
import { addMachine } from './test-machines.ts';

export interface LinkedMachine {
  readonly id: number;
  readonly secret: string;
  readonly secretHash: string;
  readonly connectionId: string;
  readonly sub: string;
  readonly workoutTypeId: number;
}

/** So many machines, each with a member linked to it a moment ago. */
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

/** What the simulator reads: DATA_DIR/machines.json. */
export function describeCredentials(
  machines: readonly Pick<LinkedMachine, 'id' | 'secret' | 'workoutTypeId'>[],
): string {
  return JSON.stringify({
    machines: machines.map(({ id, secret, workoutTypeId }) => ({
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
