import { allowUnknownFields } from '#endpoint.ts';
import type * as Type from 'typebox';
import { commandMessages } from './machine-commands.ts';
import { DescriptionMessage, protocolVersion } from './machine-description.ts';
import {
  AckMessage,
  LiveMessage,
  type MachineChannel,
  machineTopic,
  machineUplinks,
  MeasuredMessage,
  type RejectionReason,
  StatusMessage,
  UnlinkedWorkoutMessage,
  UseMessage,
  WorkoutMessage,
} from './machine-messages.ts';

interface Rejection {
  readonly meaning: string;
  /** What the maker or the gym should do. The machine never sends the same workout again. */
  readonly remedy: string;
}

const software = 'Correct the software of the machine.';
const clock = "Set the machine's clock by NTP and compare it with `at` of `welcome`.";

/** Explains every reason of a rejected workout to makers. */
export const rejectionGuide = {
  too_large: {
    meaning: 'The message is longer than 256 KiB.',
    remedy: 'End a bout after 50 sets and a set after 200 reps.',
  },
  not_json: { meaning: 'The message is no JSON in UTF-8.', remedy: software },
  invalid_shape: {
    meaning: 'A required field is absent, or a field has the wrong type or is out of its bounds.',
    remedy: `Send a workout that has optional fields once more without them. Otherwise: ${software}`,
  },
  unknown_connection: {
    meaning: 'The link never existed, belongs to another machine, or was erased with its member.',
    remedy: 'Use the `connectionId` of the last command `linked` only.',
  },
  outside_connection: {
    meaning: 'The bout began more than 2 minutes before the link began or after it ended.',
    remedy: `End the bout on \`unlinked\`. Begin a new bout on \`linked\`. ${clock}`,
  },
  uuid_taken: {
    meaning: 'Another machine or another member has a workout with this UUID.',
    remedy: 'Make a random UUID (version 4) for each bout.',
  },
  claim_token_taken: {
    meaning: 'Another bout has this claim token.',
    remedy: 'Make eight new random bytes for each bout.',
  },
  load_out_of_range: {
    meaning: "A load is below or above the machine's registered range.",
    remedy: 'Ask the gym to register the real range. Send loads in kilograms, not in pounds.',
  },
  load_off_step: {
    meaning:
      'A load is no registered setting: the smallest, a whole step above it, or the largest.',
    remedy: 'Ask the gym to register the real step.',
  },
  rep_too_fast: {
    meaning: 'A completed rep took less than 200 ms.',
    remedy: 'Debounce the sensor. Send milliseconds, not seconds.',
  },
  too_many_sets: {
    meaning: 'The workout has more than 50 sets.',
    remedy: 'Finish the bout after 50 sets and begin a new one.',
  },
  ends_before_start: {
    meaning: '`endedAt` is not after `startedAt`.',
    remedy: 'Take both times from the same clock, and do not set it during a bout.',
  },
  too_short_for_reps: {
    meaning: 'The reps took more than 5 s longer than the whole workout.',
    remedy: 'Begin the workout with the start of its first rep, not with its end.',
  },
  in_future: {
    meaning: "The workout ends more than 2 minutes after the server's time.",
    remedy: clock,
  },
  too_old: {
    meaning: 'The workout began more than 30 days ago.',
    remedy: `Connect the machine at least once a month. ${clock}`,
  },
  overlaps_workout: {
    meaning:
      'The machine has another bout of that time: one is inside the other, or both share more than 30 s.',
    remedy: `Send one bout at a time. ${clock}`,
  },
  rep_times_impossible: {
    meaning: 'A `startMs` is before the one of the set or rep before it, or after the end.',
    remedy: "Count all `startMs` from the workout's `startedAt`, in milliseconds.",
  },
  phases_too_long: {
    meaning: '`concentricMs` and `eccentricMs` together are more than 100 ms longer than `ms`.',
    remedy: 'Measure both phases within the rep. Pauses belong to neither.',
  },
  velocity_impossible: {
    meaning:
      'The peak is below the mean, or mean velocity × `concentricMs` is not `rangeMm` by a factor of 3.',
    remedy: 'Send millimetres and millimetres per second.',
  },
} as const satisfies Record<RejectionReason, Rejection>;

interface ChannelDescription {
  readonly summary: string;
  readonly qos: 0 | 1;
  /** Messages of the channel by name. */
  readonly messages: Readonly<Record<string, Type.TSchema>>;
  /** Names of the messages with which the server answers, and their channel. */
  readonly reply?: { readonly channel: MachineChannel; readonly messages: readonly string[] };
}

/** All topics of a machine. The compiler asks for a new one. */
export const machineProtocol: Readonly<Record<MachineChannel, ChannelDescription>> = {
  status: {
    summary: 'The machine is connected or leaves. Also the last will.',
    qos: 1,
    messages: { status: StatusMessage },
    reply: { channel: 'commands', messages: ['welcome', 'linked', 'unlinked'] },
  },
  description: {
    summary: 'What the machine is and measures. Only after `welcome`.',
    qos: 1,
    messages: { description: DescriptionMessage },
    reply: { channel: 'commands', messages: ['described'] },
  },
  workouts: {
    summary: 'A finished bout of the linked member, until the ack.',
    qos: 1,
    messages: { workout: WorkoutMessage },
    reply: { channel: 'acks', messages: ['ack'] },
  },
  'unlinked-workouts': {
    summary: 'A finished bout without a link, until the ack.',
    qos: 1,
    messages: { unlinkedWorkout: UnlinkedWorkoutMessage },
    reply: { channel: 'acks', messages: ['ack'] },
  },
  live: {
    summary: 'State of the running bout of the linked member.',
    qos: 0,
    messages: { live: LiveMessage },
  },
  'rep-measures': {
    summary: 'Measures of the running set. Only after `welcome`.',
    qos: 0,
    messages: { measured: MeasuredMessage },
  },
  use: {
    summary: 'Somebody lifts without a link. Only after a `welcome` of version 3.',
    qos: 0,
    messages: { use: UseMessage },
  },
  acks: {
    summary: 'Results of workouts.',
    qos: 1,
    messages: { ack: AckMessage },
  },
  commands: {
    summary: 'Links, holds, and answers to status and description.',
    qos: 1,
    messages: commandMessages,
  },
};

const address = (channel: MachineChannel) =>
  machineTopic(0, channel).replace('/0/', '/{machineId}/');

export function isUplink(channel: MachineChannel): boolean {
  return (machineUplinks as readonly MachineChannel[]).includes(channel);
}

const machineId = {
  description: 'Number of the machine, which is also its user name and its client id.',
};

/**
 * Describes the protocol as an AsyncAPI 3 document, from the same schemas that validate messages.
 * The application of the document is the machine: it sends what the server receives.
 */
export function describeMachineProtocol() {
  const channels = Object.entries(machineProtocol) as [MachineChannel, ChannelDescription][];
  const messages = channels.flatMap(([, channel]) => Object.entries(channel.messages));
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'TANREN machine protocol',
      version: String(protocolVersion),
      description:
        'Messages between a strength machine and the TANREN server, from the view of the machine. docs/machines/README.md explains the order of the messages and the rules that schemas cannot express.',
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    servers: {
      gym: {
        host: '{host}:8883',
        protocol: 'mqtts',
        protocolVersion: '3.1.1',
        description: 'Broker of the gym, with TLS 1.2 or newer.',
        variables: { host: { description: 'Name of the broker, from the gym.' } },
        security: [{ $ref: '#/components/securitySchemes/secret' }],
        bindings: {
          mqtt: {
            clientId: '{machineId}',
            cleanSession: true,
            lastWill: {
              topic: address('status'),
              qos: machineProtocol.status.qos,
              message: 'A status with the state offline and the session of this connection.',
              retain: false,
            },
            keepAlive: 30,
            bindingVersion: '0.2.0',
          },
        },
      },
    },
    channels: Object.fromEntries(
      channels.map(([name, channel]) => [
        name,
        {
          address: address(name),
          summary: channel.summary,
          parameters: { machineId },
          messages: Object.fromEntries(
            Object.keys(channel.messages).map((message) => [
              message,
              { $ref: `#/components/messages/${message}` },
            ]),
          ),
        },
      ]),
    ),
    operations: Object.fromEntries(
      channels.map(([name, { qos, summary, reply }]) => [
        name,
        {
          action: isUplink(name) ? 'send' : 'receive',
          channel: { $ref: `#/channels/${name}` },
          summary,
          bindings: { mqtt: { qos, retain: false, bindingVersion: '0.2.0' } },
          ...(reply !== undefined && {
            reply: {
              channel: { $ref: `#/channels/${reply.channel}` },
              messages: reply.messages.map((message) => ({
                $ref: `#/channels/${reply.channel}/messages/${message}`,
              })),
            },
          }),
        },
      ]),
    ),
    components: {
      messages: Object.fromEntries(
        messages.map(([name]) => [
          name,
          { name, payload: { $ref: `#/components/schemas/${name}` } },
        ]),
      ),
      schemas: Object.fromEntries(
        messages.map(([name, schema]) => [name, allowUnknownFields(schema)]),
      ),
      securitySchemes: {
        secret: {
          type: 'userPassword',
          description:
            "The user name is the machine's number. The password is its secret, which staff see once when they register the machine.",
        },
      },
    },
    'x-rejection-reasons': rejectionGuide,
  };
}
