import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { UnlinkedWorkoutMessage } from '@tanren/contract/machines/machine-messages';
import { formatClaimCode, makeClaimToken } from '@tanren/domain/machines/claim-codes';
import type { MachineRow } from '#db/schema/machines.ts';

export interface UnlinkedBout {
  readonly machine: MachineRow;
  readonly message: UnlinkedWorkoutMessage;
  /** The code on the machine's screen. */
  readonly code: string;
}

/**
 * Creates a workout without a linked member: sets as load in kg and number of reps, two seconds
 * each.
 */
export function liftUnlinked(
  machine: MachineRow,
  startedAt: Date,
  sets: readonly (readonly [loadKg: number, reps: number])[] = [[40, 10]],
): UnlinkedBout {
  const { id: machineId, linkKey } = machine;
  const sign = (text: string) => createHmac('sha256', linkKey).update(text).digest();
  const claimToken = makeClaimToken(machineId, randomBytes(8), sign);
  const ms = 2000;
  const reps = sets.reduce((sum, [, count]) => sum + count, 0);
  const message = {
    workoutUuid: randomUUID(),
    claimToken,
    startedAt: startedAt.toISOString(),
    endedAt: new Date(startedAt.getTime() + reps * ms + 60_000).toISOString(),
    sets: sets.map(([loadKg, count]) => ({
      loadKg,
      reps: Array.from({ length: count }, () => ({ loadKg, ms })),
    })),
  };
  return { machine, message, code: formatClaimCode({ machineId, token: claimToken }) };
}

export function toPayload({ message }: UnlinkedBout): Buffer {
  return Buffer.from(JSON.stringify(message));
}
