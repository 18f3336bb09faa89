import { personalBestKinds } from '@tanren/domain/workouts/personal-bests';
import { claimTokenPattern } from '@tanren/domain/machines/claim-codes';
import { implausibilities, maxReps } from '@tanren/domain/workouts/workouts';
import * as Type from 'typebox';
import { closedObject } from '#endpoint.ts';
import {
  DescribedCommand,
  HeldCommand,
  LinkedCommand,
  ReleasedCommand,
  SeatCommand,
  UnlinkedCommand,
  unlinkReasons,
  WelcomeCommand,
} from './machine-commands.ts';
import {
  connectionId,
  described,
  endedAt,
  Instant,
  LoadKg,
  repMeasures,
  sets,
  startedAt,
  Uuid,
  visibleText,
  workoutUuid,
} from './machine-fields.ts';

/**
 * Topics of machines, server and members. Everything below `tanren/machines/{id}` belongs to one
 * machine, everything below `tanren/members/{sub}` to one member.
 */
export const machineChannels = [
  'workouts',
  'unlinked-workouts',
  'live',
  'status',
  'description',
  'rep-measures',
  'use',
  'acks',
  'commands',
] as const;
export type MachineChannel = (typeof machineChannels)[number];

/** The topics on which a machine publishes; it subscribes to the others. */
export const machineUplinks = [
  'workouts',
  'unlinked-workouts',
  'live',
  'status',
  'description',
  'rep-measures',
  'use',
] as const;
export type MachineUplink = (typeof machineUplinks)[number];

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
 * whether the content is plausible (the machine's own range, the time). The descriptions are the
 * text of docs/machines. The server ignores fields of machines that it does not know.
 */

/** Maximum size in bytes. The server does not read a longer JSON message. */
export const largestMessageBytes = 256 * 1024;

/** Message on `…/workouts`, QoS 1. The machine stores it in its journal until the ack. */
export const WorkoutMessage = closedObject({
  workoutUuid,
  connectionId,
  startedAt,
  endedAt,
  sets,
});
export type WorkoutMessage = Type.Static<typeof WorkoutMessage>;

/**
 * Message on `…/unlinked-workouts`, QoS 1: a bout that was lifted without a link. The machine keeps
 * it in its journal like other workouts. It has its own topic because a server of the previous
 * release would reject it among the workouts, and the machine would then delete it.
 */
export const UnlinkedWorkoutMessage = closedObject({
  workoutUuid,
  claimToken: Type.String({
    pattern: claimTokenPattern,
    minLength: 12,
    maxLength: 12,
    description:
      'The screen shows it as the claim code. A member who has the code can claim the bout once.',
  }),
  startedAt,
  endedAt,
  sets,
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
  workoutUuid: Type.Union([Uuid, Type.Null()], {
    description: 'The answered workout. `null` when the message contained no UUID.',
  }),
  result: Type.Enum(['stored', 'duplicate', 'rejected'], {
    description: '`duplicate`: the server has stored the workout before.',
  }),
  reason: Type.Optional(
    Type.Enum([...rejectionReasons], { description: 'Only of a rejected workout.' }),
  ),
});
export type AckMessage = Type.Static<typeof AckMessage>;

/**
 * Message on `…/status`, QoS 1, also used as the machine's last will. The server answers `online`
 * with `welcome` and with the machine's present link.
 */
export const StatusMessage = closedObject({
  state: Type.Enum(['online', 'offline'], {
    description: '`offline` before an orderly end, and in the last will.',
  }),
  firmware: visibleText(40, 'Name and version of the software.'),
  session: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'Identifies the connection to the broker. It is the same in the last will and in all messages of that connection, and larger in each later connection: the time in milliseconds, or a counter of the machine. Nodes may read messages in any order and use it to find the newest.',
    }),
  ),
});
export type StatusMessage = Type.Static<typeof StatusMessage>;

/** Complete state of the running bout. A page that missed messages needs only the newest one. */
export const LiveMessage = closedObject({
  type: Type.Enum(['set-started', 'rep', 'set-ended', 'state'], {
    description:
      'What happened. `state`: nothing, but the machine is still connected. It is sent on link and then every 20 s.',
  }),
  connectionId,
  workoutUuid: Type.Union([Uuid, Type.Null()], {
    description: 'UUID of the bout. `null` before its first set.',
  }),
  seq: Type.Integer({
    minimum: 0,
    maximum: 2_147_483_647,
    description:
      'Increases with each message of a link, because nodes may deliver messages out of order.',
  }),
  at: described(Instant, 'Time of the message (RFC 3339, with time zone).'),
  loadKg: described(LoadKg, 'Load that is set on the machine now, in kilograms.'),
  lifting: Type.Boolean({
    description: 'Whether a set is in progress. It is then the last of `sets`.',
  }),
  sets: Type.Array(
    closedObject({
      loadKg: described(LoadKg, 'Load of the set in kilograms.'),
      reps: Type.Integer({ minimum: 0, maximum: 200, description: 'Number of completed reps.' }),
    }),
    { maxItems: 200, description: 'All sets of the bout, with the running one.' },
  ),
  max: described(LoadKg, 'Largest load of a completed rep of the bout in kilograms, or 0.'),
  tfo: Type.Number({
    minimum: 0,
    maximum: 100_000_000,
    description: 'Sum of the loads of all completed reps of the bout in kilograms.',
  }),
});
export type LiveMessage = Type.Static<typeof LiveMessage>;

/**
 * Message on `…/rep-measures`, QoS 0. It is separate from the live message, because a server of
 * version 1 drops live messages with more fields.
 */
export const MeasuredMessage = closedObject({
  type: Type.Literal('measured', { description: 'Always `measured`.' }),
  connectionId,
  workoutUuid: described(Uuid, 'UUID of the bout.'),
  set: Type.Integer({ minimum: 1, maximum: 200, description: 'Number of the set, from 1.' }),
  reps: Type.Array(
    closedObject({
      concentricMs: repMeasures.concentricMs,
      eccentricMs: repMeasures.eccentricMs,
      rangeMm: repMeasures.rangeMm,
      meanVelocityMmPerS: repMeasures.meanVelocityMmPerS,
    }),
    {
      minItems: 1,
      maxItems: maxReps,
      description: 'Measures of all completed reps of the set, in their order.',
    },
  ),
});
export type MeasuredMessage = Type.Static<typeof MeasuredMessage>;

/**
 * Message on `…/use`, QoS 0: somebody lifts without a link. It names nobody, and the server stores
 * only until when the machine counts as used.
 */
export const UseMessage = closedObject({
  inUse: Type.Boolean({
    description: '`true` at the first rep of the bout and then every 60 s, `false` at its end.',
  }),
  at: described(Instant, 'Time of the message (RFC 3339, with time zone).'),
});
export type UseMessage = Type.Static<typeof UseMessage>;

/** Message on `…/commands`, QoS 1. */
export const CommandMessage = Type.Union([
  LinkedCommand,
  UnlinkedCommand,
  WelcomeCommand,
  DescribedCommand,
  SeatCommand,
  HeldCommand,
  ReleasedCommand,
]);
export type CommandMessage = Type.Static<typeof CommandMessage>;

/**
 * Message on `tanren/members/{sub}/live`: the machine's own messages, and what the server did with
 * them.
 */
export const MemberLiveMessage = Type.Union([
  LiveMessage,
  MeasuredMessage,
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
  /** A machine of the gym has become used, held or free, so the page reads the next machines again. */
  closedObject({ type: Type.Literal('machines-changed') }),
]);
export type MemberLiveMessage = Type.Static<typeof MemberLiveMessage>;
