import {
  type AckMessage,
  machineTopic,
  type MemberLiveMessage,
  memberLiveTopic,
  type RejectionReason,
  WorkoutMessage,
} from '@tanren/contract/machine-messages';
import { toHectograms, toKilograms } from '@tanren/domain/loads';
import type { PersonalBestKind } from '@tanren/domain/personal-bests';
import type { LiftedSet } from '@tanren/domain/workouts';
import type { MessageBus } from '#mqtt/message-bus.ts';
import { createMessageReader } from '#mqtt/read-message.ts';

/** The link of a workout, with the properties of its machine. */
export interface WorkoutLink {
  readonly connectionId: string;
  readonly sub: string;
  readonly machineId: number;
  readonly linkedAt: Date;
  readonly lastActiveAt: Date;
  readonly endedAt: Date | null;
  readonly workoutTypeId: number;
  readonly gymId: number;
  readonly minLoadHg: number;
  readonly maxLoadHg: number;
  readonly loadStepHg: number;
}

interface About {
  readonly machineId: number;
}

export interface StoredOutcome extends About {
  readonly result: 'stored';
  readonly workoutUuid: string;
  readonly connectionId: string;
  readonly sub: string;
  readonly workoutId: number;
  readonly workoutTypeId: number;
  readonly maxHg: number;
  readonly tfoHg: number;
  readonly personalBests: PersonalBestKind[];
}

export interface DuplicateOutcome extends About {
  readonly result: 'duplicate';
  readonly workoutUuid: string;
}

export interface RejectedOutcome extends About {
  readonly result: 'rejected';
  readonly reason: RejectionReason;
  readonly workoutUuid: string | null;
  readonly connectionId: string | null;
  /** The member, if the machine may know: it is not given the member of a foreign link. */
  readonly sub: string | null;
  readonly payload: Buffer;
}

/** The result of a message of a machine. */
export type IngestOutcome = StoredOutcome | DuplicateOutcome | RejectedOutcome;

/** Only after the commit: an ack lets the machine forget the workout. */
export async function answerOutcome(bus: MessageBus, outcome: IngestOutcome): Promise<void> {
  await bus.publish(machineTopic(outcome.machineId, 'acks'), toAck(outcome), { qos: 1 });
  const live = toLiveMessage(outcome);
  if (live !== null) await bus.publish(memberLiveTopic(live.sub), live.message, { qos: 1 });
}

function toAck(outcome: IngestOutcome): AckMessage {
  const { result, workoutUuid } = outcome;
  return result === 'rejected'
    ? { workoutUuid, result, reason: outcome.reason }
    : { workoutUuid, result };
}

function toLiveMessage(outcome: IngestOutcome): { sub: string; message: MemberLiveMessage } | null {
  switch (outcome.result) {
    case 'stored': {
      const { sub, connectionId, workoutUuid, workoutId, workoutTypeId, personalBests } = outcome;
      const [max, tfo] = [toKilograms(outcome.maxHg), toKilograms(outcome.tfoHg)];
      const ids = { connectionId, workoutUuid, workoutId, workoutTypeId };
      return { sub, message: { type: 'workout-stored', ...ids, max, tfo, personalBests } };
    }
    case 'rejected': {
      const { sub, connectionId, workoutUuid, reason } = outcome;
      if (sub === null || connectionId === null || workoutUuid === null) return null;
      return { sub, message: { type: 'workout-rejected', connectionId, workoutUuid, reason } };
    }
    case 'duplicate':
      return null;
  }
}

/** A workout as a machine sends it. */
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

/** A message that is not a workout, with the ids that could be read. */
interface UnreadableMessage {
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
/** Only the beginning of a broken message is read: the ids are there. */
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
