import { type RejectionReason, WorkoutMessage } from '@tanren/contract/machine-messages';
import { toHectograms } from '@tanren/domain/loads';
import type { LiftedSet } from '@tanren/domain/workout-summary';
import { createMessageReader } from '#mqtt/read-message.ts';

/** A workout as a machine tells it. */
export interface SentWorkout {
  readonly readable: true;
  readonly machineId: number;
  readonly workoutUuid: string;
  readonly connectionId: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly sets: readonly LiftedSet[];
  readonly payload: Buffer;
}

/** What was no workout; the ids where it said any. */
export interface UnreadableMessage {
  readonly readable: false;
  readonly machineId: number;
  readonly workoutUuid: string | null;
  readonly connectionId: string | null;
  readonly reason: RejectionReason;
  readonly payload: Buffer;
}

export type IncomingMessage = SentWorkout | UnreadableMessage;

const readWorkout = createMessageReader(WorkoutMessage);
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** Of a broken message only its beginning is looked at: the ids stand there. */
const searchedBytes = 4096;

export function readIncoming(machineId: number, payload: Buffer): IncomingMessage {
  const read = readWorkout(payload);
  if (!read.ok) {
    const text = payload.toString('utf8', 0, searchedBytes);
    return {
      readable: false,
      machineId,
      workoutUuid: findId(text, 'workoutUuid'),
      connectionId: findId(text, 'connectionId'),
      reason: read.reason,
      payload,
    };
  }
  const { message } = read;
  return {
    readable: true,
    machineId,
    workoutUuid: message.workoutUuid,
    connectionId: message.connectionId,
    startedAt: new Date(message.startedAt),
    endedAt: new Date(message.endedAt),
    sets: message.sets.map(({ loadKg, reps }) => ({
      loadHg: toHectograms(loadKg),
      reps: reps.map((rep) => ({ loadHg: toHectograms(rep.loadKg), ms: rep.ms })),
    })),
    payload,
  };
}

function findId(text: string, name: 'workoutUuid' | 'connectionId'): string | null {
  return new RegExp(`"${name}"\\s*:\\s*"(${uuid})"`).exec(text)?.[1] ?? null;
}
