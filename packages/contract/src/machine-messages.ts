import { personalBestKinds } from '@tanren/domain/personal-bests';
import { claimTokenPattern } from '@tanren/domain/claim-codes';
import { implausibilities } from '@tanren/domain/workouts';
import * as Type from 'typebox';
import { closedObject } from './endpoint.ts';

/**
 * Where machines, server and members talk. Everything below `tanren/machines/{id}` belongs to
 * one machine, everything below `tanren/members/{sub}` to one member.
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

/** What the server subscribes to, for all machines at once. */
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

/** null for anything that is not exactly a machine's topic. */
export function parseMachineTopic(topic: string): MachineTopic | null {
  const match = /^tanren\/machines\/([1-9]\d{0,8})\/([a-z-]+)$/.exec(topic);
  const channel = machineChannels.find((name) => name === match?.[2]);
  return channel === undefined ? null : { machineId: Number(match?.[1]), channel };
}

/*
 * What machines and server say to each other there, as JSON. The shapes bound every size; what is
 * plausible beyond that (the machine's own range, time) is decided by the domain.
 */

const Uuid = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
});
const Instant = Type.String({ format: 'date-time', maxLength: 40 });
/** Kilograms with one decimal; the machine's own range is checked against its registry entry. */
const LoadKg = Type.Number({ minimum: 0, maximum: 1000 });

/** A JSON message of more bytes than this is not read at all. */
export const largestMessageBytes = 256 * 1024;

export const RepMessage = closedObject({
  loadKg: LoadKg,
  /** How long the rep took. */
  ms: Type.Integer({ minimum: 0, maximum: 600_000 }),
});

const SetMessage = closedObject({
  loadKg: LoadKg,
  /** Completed reps only. */
  reps: Type.Array(RepMessage, { minItems: 1, maxItems: 200 }),
});

/** `…/workouts`, QoS 1: the machine stores it in its journal until the ack. */
export const WorkoutMessage = closedObject({
  workoutUuid: Uuid,
  connectionId: Uuid,
  startedAt: Instant,
  endedAt: Instant,
  /** Over 50 is implausible, and refused as such; the bound here only limits the work. */
  sets: Type.Array(SetMessage, { minItems: 1, maxItems: 200 }),
});
export type WorkoutMessage = Type.Static<typeof WorkoutMessage>;

/**
 * `…/unlinked-workouts`, QoS 1: a bout lifted without a link, kept in the journal like the others.
 * A topic of its own, because a server of the release before would refuse it among the workouts, and
 * the machine would forget it.
 */
export const UnlinkedWorkoutMessage = closedObject({
  workoutUuid: Uuid,
  /** What the screen shows of it is the claim code: whoever has it can claim the bout, once. */
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

/** `…/acks`, QoS 1. */
export const AckMessage = closedObject({
  /** null when the message did not tell. */
  workoutUuid: Type.Union([Uuid, Type.Null()]),
  result: Type.Enum(['stored', 'duplicate', 'rejected']),
  reason: Type.Optional(Type.Enum([...rejectionReasons])),
});
export type AckMessage = Type.Static<typeof AckMessage>;

/** `…/status`, QoS 1; also the machine's last will. Our answer to `online` is its present link. */
export const StatusMessage = closedObject({
  state: Type.Enum(['online', 'offline']),
  /** Of characters one can see: PostgreSQL takes no NUL, and logs no line break. */
  firmware: Type.String({ pattern: '^[^\\p{Cc}]{1,40}$', minLength: 1, maxLength: 40 }),
  /**
   * Names the connection to the broker, the same in its last will and in what it says while it
   * lasts, and larger with each: the time in milliseconds, or a count that the machine keeps. Nodes
   * may read messages in any order, and tell by it which is the newest. Older machines have none.
   */
  session: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
});
export type StatusMessage = Type.Static<typeof StatusMessage>;

/** The running bout as it stands: a page that missed messages needs only the newest. */
export const LiveMessage = closedObject({
  /** `state`: nothing happened, the machine is still there (on link, then every 20 s). */
  type: Type.Enum(['set-started', 'rep', 'set-ended', 'state']),
  connectionId: Uuid,
  /** Of the bout; null before its first set. */
  workoutUuid: Type.Union([Uuid, Type.Null()]),
  /** Grows with each message of a link: nodes may deliver out of order. */
  seq: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  at: Instant,
  /** The load that is set now. */
  loadKg: LoadKg,
  /** Whether a set is under way; it is the last of `sets` then. */
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
  /** The member's sign-ins were ended: nobody could see what is stored for them. */
  'signed-out',
  'erased',
  'retired',
] as const;
export type UnlinkReason = (typeof unlinkReasons)[number];

/** One step of a training session, as the machine shows it. */
const SessionItemMessage = closedObject({
  sets: Type.Integer({ minimum: 1, maximum: 50 }),
  reps: Type.Integer({ minimum: 1, maximum: 200 }),
  loadKg: Type.Union([LoadKg, Type.Null()]),
  restSeconds: Type.Integer({ minimum: 0, maximum: 3600 }),
});

/** `…/commands`, QoS 1. */
export const CommandMessage = Type.Union([
  closedObject({
    type: Type.Literal('linked'),
    connectionId: Uuid,
    nickname: Type.String({ maxLength: 100 }),
    nextLoadKg: Type.Union([LoadKg, Type.Null()]),
    /** Not by the rule: it counts from the moment it is chosen or taken back. */
    chosenByTrainer: Type.Boolean(),
    /** The member's recent best: the machine asks for a confirmation of a load far above it. */
    recentBestKg: Type.Union([LoadKg, Type.Null()]),
    items: Type.Array(SessionItemMessage, { maxItems: 20 }),
  }),
  closedObject({
    type: Type.Literal('unlinked'),
    /** null: any link that the machine still assumes. */
    connectionId: Type.Union([Uuid, Type.Null()]),
    reason: Type.Enum([...unlinkReasons]),
  }),
]);
export type CommandMessage = Type.Static<typeof CommandMessage>;

/** `tanren/members/{sub}/live`: what the machine says, and what came of it. */
export const MemberLiveMessage = Type.Union([
  LiveMessage,
  closedObject({
    type: Type.Literal('workout-stored'),
    connectionId: Uuid,
    workoutUuid: Uuid,
    workoutId: Type.Integer(),
    workoutTypeId: Type.Integer(),
    /** Number of stored sets and reps. Nodes of the release before do not send them. */
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
  /** The load or the session of the machine has changed: the page fetches it. */
  closedObject({ type: Type.Literal('replanned'), connectionId: Uuid }),
]);
export type MemberLiveMessage = Type.Static<typeof MemberLiveMessage>;
