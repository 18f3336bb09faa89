import { personalBestKinds } from '@tanren/domain/workouts/personal-bests';
import { claimTokenPattern } from '@tanren/domain/machines/claim-codes';
import { implausibilities, maxReps } from '@tanren/domain/workouts/workouts';
import * as Type from 'typebox';
import { closedObject } from '#endpoint.ts';

/**
 * Topics of machines, server and members. Everything below `tanren/machines/{id}` belongs to one
 * machine, everything below `tanren/members/{sub}` to one member.
 */
const machineChannels = [
  'workouts',
  'unlinked-workouts',
  'live',
  'status',
  'acks',
  'commands',
] as const;
export type MachineChannel = (typeof machineChannels)[number];

/** The topics on which a machine publishes; it subscribes to the others. */
export const machineUplinks = ['workouts', 'unlinked-workouts', 'live', 'status'] as const;
type MachineUplink = (typeof machineUplinks)[number];

export function machineTopic(machineId: number, channel: MachineChannel): string {
  return `tanren/machines/${machineId}/${channel}`;
}

/** Returns the topic that the server subscribes to, for all machines at once. */
export function allMachinesTopic(channel: MachineUplink): string {
  return `tanren/machines/+/${channel}`;
}

export function memberLiveTopic(sub: string): string {
  return `tanren/members/${sub}/live`;
}

interface MachineTopic {
  readonly machineId: number;
  readonly channel: MachineChannel;
}

/** Returns `null` for anything that is not exactly the topic of a machine. */
export function parseMachineTopic(topic: string): MachineTopic | null {
  const match = /^tanren\/machines\/([1-9]\d{0,8})\/([a-z-]+)$/.exec(topic);
  const channel = machineChannels.find((name) => name === match?.[2]);
  return channel === undefined ? null : { machineId: Number(match?.[1]), channel };
}

/*
 * JSON messages between machines and server. The schemas limit every size. The domain decides
 * whether the content is plausible (the machine's own range, the time).
 */

const Uuid = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
});
const Instant = Type.String({ format: 'date-time', maxLength: 40 });
/** Kilograms with one decimal; the machine's own range is checked against its registry entry. */
const LoadKg = Type.Number({ minimum: 0, maximum: 1000 });

/** Maximum size in bytes. The server does not read a longer JSON message. */
export const largestMessageBytes = 256 * 1024;

export const RepMessage = closedObject({
  loadKg: LoadKg,
  /** Duration of the rep in milliseconds. */
  ms: Type.Integer({ minimum: 0, maximum: 600_000 }),
});

const SetMessage = closedObject({
  loadKg: LoadKg,
  /** Completed reps only. */
  reps: Type.Array(RepMessage, { minItems: 1, maxItems: maxReps }),
});

/** Message on `…/workouts`, QoS 1. The machine stores it in its journal until the ack. */
export const WorkoutMessage = closedObject({
  workoutUuid: Uuid,
  connectionId: Uuid,
  startedAt: Instant,
  endedAt: Instant,
  /** More than 50 sets are rejected as implausible. The limit here only bounds the work. */
  sets: Type.Array(SetMessage, { minItems: 1, maxItems: 200 }),
});
export type WorkoutMessage = Type.Static<typeof WorkoutMessage>;

/**
 * Message on `…/unlinked-workouts`, QoS 1: a bout that was lifted without a link. The machine keeps
 * it in its journal like other workouts. It has its own topic because a server of the previous
 * release would reject it among the workouts, and the machine would then delete it.
 */
export const UnlinkedWorkoutMessage = closedObject({
  workoutUuid: Uuid,
  /** The screen shows it as the claim code. A member who has the code can claim the bout once. */
  claimToken: Type.String({ pattern: claimTokenPattern, maxLength: 12 }),
  startedAt: Instant,
  endedAt: Instant,
  sets: Type.Array(SetMessage, { minItems: 1, maxItems: 200 }),
});
export type UnlinkedWorkoutMessage = Type.Static<typeof UnlinkedWorkoutMessage>;

export const rejectionReasons = [
  'too_large',
  'not_json',
  'invalid_shape',
  'unknown_connection',
  'outside_connection',
  'uuid_taken',
  'claim_token_taken',
  ...implausibilities,
] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

/** Message on `…/acks`, QoS 1. */
export const AckMessage = closedObject({
  /** `null` when the message contained no UUID. */
  workoutUuid: Type.Union([Uuid, Type.Null()]),
  result: Type.Enum(['stored', 'duplicate', 'rejected']),
  reason: Type.Optional(Type.Enum([...rejectionReasons])),
});
export type AckMessage = Type.Static<typeof AckMessage>;

/**
 * Message on `…/status`, QoS 1, also used as the machine's last will. The server answers `online`
 * with the machine's present link.
 */
export const StatusMessage = closedObject({
  state: Type.Enum(['online', 'offline']),
  /**
   * Visible characters only: PostgreSQL accepts no NUL, and a log line must not contain a line
   * break.
   */
  firmware: Type.String({ pattern: '^[^\\p{Cc}]{1,40}$', minLength: 1, maxLength: 40 }),
  /**
   * Identifies the connection to the broker. It is the same in the last will and in all messages of
   * that connection, and larger in each later connection: the time in milliseconds, or a counter of
   * the machine. Nodes may read messages in any order and use it to find the newest. Absent in
   * messages of older machines.
   */
  session: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
});
export type StatusMessage = Type.Static<typeof StatusMessage>;

/** Complete state of the running bout. A page that missed messages needs only the newest one. */
export const LiveMessage = closedObject({
  /**
   * `state`: nothing happened, but the machine is still connected. It is sent on link and then
   * every 20 s.
   */
  type: Type.Enum(['set-started', 'rep', 'set-ended', 'state']),
  connectionId: Uuid,
  /** UUID of the bout. `null` before its first set. */
  workoutUuid: Type.Union([Uuid, Type.Null()]),
  /** Increases with each message of a link, because nodes may deliver messages out of order. */
  seq: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  at: Instant,
  /** Load that is set on the machine now. */
  loadKg: LoadKg,
  /** Whether a set is in progress. It is then the last of `sets`. */
  lifting: Type.Boolean(),
  sets: Type.Array(
    closedObject({ loadKg: LoadKg, reps: Type.Integer({ minimum: 0, maximum: 200 }) }),
    { maxItems: 200 },
  ),
  max: LoadKg,
  tfo: Type.Number({ minimum: 0, maximum: 100_000_000 }),
});
export type LiveMessage = Type.Static<typeof LiveMessage>;

export const unlinkReasons = [
  'member',
  'idle',
  'moved',
  /** The member's sign-ins were ended, so no device of the member would show what is stored. */
  'signed-out',
  'erased',
  'retired',
] as const;
export type UnlinkReason = (typeof unlinkReasons)[number];

/** One step of a menu, as the machine shows it. */
const SessionItemMessage = closedObject({
  sets: Type.Integer({ minimum: 1, maximum: 50 }),
  reps: Type.Integer({ minimum: 1, maximum: 200 }),
  loadKg: Type.Union([LoadKg, Type.Null()]),
  restSeconds: Type.Integer({ minimum: 0, maximum: 3600 }),
});

/** Message on `…/commands`, QoS 1. */
export const CommandMessage = Type.Union([
  closedObject({
    type: Type.Literal('linked'),
    connectionId: Uuid,
    nickname: Type.String({ maxLength: 100 }),
    nextLoadKg: Type.Union([LoadKg, Type.Null()]),
    /**
     * Whether the trainer, not the rule, chose `nextLoadKg`. A trainer's choice takes effect as
     * soon as it is made or taken back.
     */
    chosenByTrainer: Type.Boolean(),
    /** The member's recent best. The machine asks for a confirmation of a load far above it. */
    recentBestKg: Type.Union([LoadKg, Type.Null()]),
    items: Type.Array(SessionItemMessage, { maxItems: 20 }),
  }),
  closedObject({
    type: Type.Literal('unlinked'),
    /** `null` ends any link that the machine still assumes. */
    connectionId: Type.Union([Uuid, Type.Null()]),
    reason: Type.Enum([...unlinkReasons]),
  }),
]);
export type CommandMessage = Type.Static<typeof CommandMessage>;

/**
 * Message on `tanren/members/{sub}/live`: the machine's own messages, and what the server did with
 * them.
 */
export const MemberLiveMessage = Type.Union([
  LiveMessage,
  closedObject({
    type: Type.Literal('workout-stored'),
    connectionId: Uuid,
    workoutUuid: Uuid,
    workoutId: Type.Integer(),
    workoutTypeId: Type.Integer(),
    /** Numbers of stored sets and reps. Absent in messages from nodes of the previous release. */
    setCount: Type.Optional(Type.Integer()),
    repCount: Type.Optional(Type.Integer()),
    max: LoadKg,
    tfo: Type.Number(),
    personalBests: Type.Array(Type.Enum([...personalBestKinds])),
  }),
  closedObject({
    type: Type.Literal('workout-rejected'),
    connectionId: Uuid,
    workoutUuid: Uuid,
    reason: Type.Enum([...rejectionReasons]),
  }),
  closedObject({
    type: Type.Literal('unlinked'),
    connectionId: Uuid,
    reason: Type.Enum([...unlinkReasons]),
  }),
  /** The load or the menu of the machine has changed, so the page fetches it again. */
  closedObject({ type: Type.Literal('replanned'), connectionId: Uuid }),
]);
export type MemberLiveMessage = Type.Static<typeof MemberLiveMessage>;
