import { randomUUID } from 'node:crypto';
import type { WorkoutMessage } from '@tanren/contract/machine-messages';
import type { Database } from '#db/database.ts';
import type { MachineRow } from '#db/schema/machines.ts';
import { tanrenConnections } from '#db/schema/tanren-connections.ts';

export interface TestLink {
  readonly machine: MachineRow;
  readonly sub: string;
  readonly connectionId: string;
}

/** A link as a code would have made it. */
export async function addLink(
  db: Database,
  machine: MachineRow,
  changes: Partial<typeof tanrenConnections.$inferInsert> & { linkedAt: Date },
): Promise<TestLink> {
  const { linkedAt } = changes;
  const link = {
    id: randomUUID(),
    machineId: machine.id,
    sub: randomUUID(),
    lastActiveAt: linkedAt,
    codeStep: 1,
    ...changes,
  };
  await db.insert(tanrenConnections).values(link);
  return { machine, sub: link.sub, connectionId: link.id };
}

/** Sets as load in kg and number of reps, two seconds each, from a moment on. */
export function tellWorkout(
  { connectionId }: Pick<TestLink, 'connectionId'>,
  startedAt: Date,
  sets: readonly (readonly [loadKg: number, reps: number])[] = [[40, 10]],
): WorkoutMessage {
  const repMs = 2000;
  const reps = sets.reduce((sum, [, count]) => sum + count, 0);
  return {
    workoutUuid: randomUUID(),
    connectionId,
    startedAt: startedAt.toISOString(),
    endedAt: new Date(startedAt.getTime() + reps * repMs + 1000).toISOString(),
    sets: sets.map(([loadKg, count]) => ({
      loadKg,
      reps: Array.from({ length: count }, () => ({ loadKg, ms: repMs })),
    })),
  };
}
