import {
  type AckMessage,
  machineTopic,
  type MemberLiveMessage,
  memberLiveTopic,
  type RejectionReason,
  WorkoutMessage,
} from '@tanren/contract/machines/machine-messages';
import { toHectograms, toKilograms } from '@tanren/domain/workouts/loads';
import type { PersonalBestKind } from '@tanren/domain/workouts/personal-bests';
import type { LiftedSet } from '@tanren/domain/workouts/workouts';
import type { MessageBus } from '#mqtt/message-bus.ts';
import { createMachineReader } from '#mqtt/read-message.ts';

/** The member a bout belongs to, and the machine and gym it was lifted on. */
export interface BoutOwner {
  readonly sub: string;
  readonly machineId: number;
  readonly workoutTypeId: number;
  readonly gymId: number;
}

/** The link of a workout, with the properties of its machine. */
export interface WorkoutLink extends BoutOwner {
  readonly connectionId: string;
  readonly linkedAt: Date;
  readonly lastActiveAt: Date;
  readonly endedAt: Date | null;
  readonly minLoadHg: number;
  readonly maxLoadHg: number;
  readonly loadStepHg: number;
}

interface About {
  readonly machineId: number;
}

/** The result of storing a bout for a member. */
export interface StoredWorkout extends About {
  readonly workoutUuid: string;
  readonly sub: string;
  readonly workoutId: number;
  readonly workoutTypeId: number;
  readonly setCount: number;
  readonly repCount: number;
  readonly maxHg: number;
  readonly tfoHg: number;
  readonly personalBests: PersonalBestKind[];
}

interface StoredOutcome extends StoredWorkout {
  readonly result: 'stored';
  readonly connectionId: string;
}

/**
 * The result of a bout that was lifted without a link. It is kept until a member claims it, or
 * stored for the member who has already claimed it.
 */
interface UnclaimedOutcome extends About {
  readonly result: 'kept';
  readonly workoutUuid: string;
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
  /**
   * The member. `null` when the link belongs to another machine: the sender must not learn its
   * member.
   */
  readonly sub: string | null;
  readonly payload: Buffer;
}

/** The result of a message of a machine. */
export type IngestOutcome = StoredOutcome | UnclaimedOutcome | DuplicateOutcome | RejectedOutcome;

/**
 * Publishes the ack and the live message. The caller has committed before, because the machine
 * deletes the workout after an ack.
 */
export async function answerOutcome(bus: MessageBus, outcome: IngestOutcome): Promise<void> {
  await bus.publish(machineTopic(outcome.machineId, 'acks'), toAck(outcome), { qos: 1 });
  const live = toLiveMessage(outcome);
  if (live !== null) await bus.publish(memberLiveTopic(live.sub), live.message, { qos: 1 });
}

function toAck(outcome: IngestOutcome): AckMessage {
  const { result, workoutUuid } = outcome;
  if (result === 'rejected') return { workoutUuid, result, reason: outcome.reason };
  return { workoutUuid, result: result === 'kept' ? 'stored' : result };
}

function toLiveMessage(outcome: IngestOutcome): { sub: string; message: MemberLiveMessage } | null {
  switch (outcome.result) {
    case 'stored': {
      const { sub, connectionId, workoutUuid, workoutId, workoutTypeId } = outcome;
      const { setCount, repCount, personalBests } = outcome;
      const [max, tfo] = [toKilograms(outcome.maxHg), toKilograms(outcome.tfoHg)];
      const ids = { connectionId, workoutUuid, workoutId, workoutTypeId };
      const amounts = { setCount, repCount, max, tfo };
      return { sub, message: { type: 'workout-stored', personalBests, ...ids, ...amounts } };
    }
    case 'rejected': {
      const { sub, connectionId, workoutUuid, reason } = outcome;
      if (sub === null || connectionId === null || workoutUuid === null) return null;
      return { sub, message: { type: 'workout-rejected', connectionId, workoutUuid, reason } };
    }
    case 'kept':
    case 'duplicate':
      return null;
  }
}

/** A bout as a machine recorded it, before its member is known. */
export interface LiftedBout {
  readonly machineId: number;
  readonly workoutUuid: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly sets: readonly LiftedSet[];
}

/** A workout message of a machine. */
export interface SentWorkout extends LiftedBout {
  readonly readable: true;
  readonly connectionId: string;
  readonly payload: Buffer;
}

/** A message that is not a workout, with the ids that could be read. */
export interface UnreadableMessage {
  readonly readable: false;
  readonly machineId: number;
  readonly workoutUuid: string | null;
  readonly connectionId: string | null;
  readonly reason: RejectionReason;
  readonly payload: Buffer;
}

export type IncomingMessage = SentWorkout | UnreadableMessage;

const readWorkout = createMachineReader(WorkoutMessage);
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** Number of bytes of a broken message that are searched for ids, which are at its beginning. */
const searchedBytes = 4096;

export function readIncoming(machineId: number, payload: Buffer): IncomingMessage {
  const read = readWorkout(payload);
  if (!read.ok) return describeUnreadable(machineId, payload, read.reason);
  const { message } = read;
  return {
    readable: true,
    machineId,
    workoutUuid: message.workoutUuid,
    connectionId: message.connectionId,
    startedAt: new Date(message.startedAt),
    endedAt: new Date(message.endedAt),
    sets: toLiftedSets(message.sets),
    payload,
  };
}

export function toLiftedSets(sets: WorkoutMessage['sets']): LiftedSet[] {
  return sets.map(({ loadKg, reps, failedReps, ...measures }) => ({
    loadHg: toHectograms(loadKg),
    reps: reps.map(toLiftedRep),
    ...(failedReps !== undefined && { failedReps: failedReps.map(toLiftedRep) }),
    ...measures,
  }));
}

function toLiftedRep({ loadKg, ms, ...measures }: WorkoutMessage['sets'][number]['reps'][number]) {
  return { loadHg: toHectograms(loadKg), ms, ...measures };
}

export function describeUnreadable(
  machineId: number,
  payload: Buffer,
  reason: RejectionReason,
): UnreadableMessage {
  const text = payload.toString('utf8', 0, searchedBytes);
  return {
    readable: false,
    machineId,
    workoutUuid: findId(text, 'workoutUuid'),
    connectionId: findId(text, 'connectionId'),
    reason,
    payload,
  };
}

function findId(text: string, name: 'workoutUuid' | 'connectionId'): string | null {
  return new RegExp(`"${name}"\\s*:\\s*"(${uuid})"`).exec(text)?.[1] ?? null;
}
