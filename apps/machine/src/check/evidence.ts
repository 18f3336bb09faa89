import type { DescriptionMessage } from '@tanren/contract/machines/machine-description';
import {
  AckMessage,
  CommandMessage,
  type LiveMessage,
  machineTopic,
  type MachineUplink,
  type StatusMessage,
  type UnlinkedWorkoutMessage,
  type WorkoutMessage,
} from '@tanren/contract/machines/machine-messages';
import type { RecordedMessage } from '@tanren/contract/machines/wire-recording';
import type { LoadRange } from '@tanren/domain/workouts/loads';
import type * as Type from 'typebox';
import { Value } from 'typebox/value';
import { parseJson, type WireEntry } from './recording.ts';

/** The machine under test, as far as the kit knows it. */
export interface TestedMachine {
  readonly id: number;
  readonly loads: LoadRange;
  /** `null` for a recording, which has no secrets. */
  readonly secret: string | null;
}

/** A message of a recording. */
export interface Seen<T> {
  /** Position in the recording. */
  readonly line: number;
  readonly at: number;
  readonly message: T;
}

type Workout = WorkoutMessage | UnlinkedWorkoutMessage;

/** A message of the server, with the position at which the machine had confirmed it. */
export interface Delivered<T> extends Seen<T> {
  readonly receivedLine: number;
  readonly receivedAt: number;
}

interface Published extends Seen<RecordedMessage> {
  /** Last part of the topic. `null` for a topic of another machine or of none. */
  readonly channel: string | null;
  /** `undefined` when the payload is no JSON. */
  readonly value: unknown;
}

/**
 * A recording, sorted by what the rules ask for. Messages with wrong types are included, so that
 * one wrong field breaks one rule. Without their main parts they are in `published` only.
 */
export interface Evidence {
  readonly machine: TestedMachine;
  readonly entries: readonly WireEntry[];
  readonly published: readonly Published[];
  readonly statuses: readonly Seen<StatusMessage>[];
  readonly lives: readonly Seen<LiveMessage>[];
  readonly linkedWorkouts: readonly Seen<WorkoutMessage>[];
  readonly unlinkedWorkouts: readonly Seen<UnlinkedWorkoutMessage>[];
  /** Both kinds, in the order of the recording. */
  readonly workouts: readonly Seen<Workout>[];
  readonly descriptions: readonly Seen<DescriptionMessage>[];
  readonly acks: readonly Delivered<AckMessage>[];
  readonly commands: readonly Delivered<CommandMessage>[];
  /**
   * Returns whether the server had said in this connection that it speaks this version, 2 if none
   * is given. A recording of a gym does not show connections, so one `welcome` is enough there.
   */
  readonly isWelcomed: (line: number, version?: number) => boolean;
  /** Returns the lines of a step. `null` when the recording has no such step. */
  readonly findStep: (name: string) => { readonly from: number; readonly to: number } | null;
}

/**
 * Time in milliseconds after which a machine has surely handled a message, in recordings that do
 * not say when the machine confirmed it.
 */
const handledMs = 5000;

export function collectEvidence(entries: readonly WireEntry[], machine: TestedMachine): Evidence {
  const timed = entries.map((entry, line) => ({ entry, line, at: Date.parse(entry.at) }));
  const messages = timed.flatMap(({ entry, line, at }) =>
    entry.kind === 'message' ? [{ message: entry, line, at }] : [],
  );
  const prefix = machineTopic(machine.id, 'live').replace(/live$/, '');
  const published = messages
    .filter(({ message }) => message.from === 'machine')
    .map((seen): Published => {
      const { topic, payload } = seen.message;
      const channel = topic.startsWith(prefix) ? topic.slice(prefix.length) : null;
      return { ...seen, channel, value: parseJson(payload) };
    });
  const readUplink = <T>(name: MachineUplink, isUsable: (value: Fields) => boolean) =>
    published.flatMap(({ channel, value, line, at }): Seen<T>[] =>
      channel === name && isObject(value) && isUsable(value)
        ? [{ line, at, message: value as T }]
        : [],
    );
  const readDownlink = <S extends Type.TSchema>(channel: 'acks' | 'commands', schema: S) =>
    messages.flatMap(({ message, line, at }): Delivered<Type.Static<S>>[] => {
      const isIt = message.from === 'server' && message.topic === machineTopic(machine.id, channel);
      const value = isIt ? parseJson(message.payload) : undefined;
      if (!Value.Check(schema, value)) return [];
      return [{ line, at, message: value, ...findReceipt(line, at) }];
    });
  const hasReceipts = entries.some(({ kind }) => kind === 'received');
  const findReceipt = (sent: number, sentAt: number) => {
    const receipt = timed.find(({ entry }) => entry.kind === 'received' && entry.line === sent);
    if (receipt !== undefined) return { receivedLine: receipt.line, receivedAt: receipt.at };
    // The kit knows that a message without a receipt was never handled.
    const receivedAt = hasReceipts ? Number.POSITIVE_INFINITY : sentAt + handledMs;
    return { receivedLine: sent, receivedAt };
  };
  const commands = readDownlink('commands', CommandMessage);
  const linkedWorkouts = readUplink<WorkoutMessage>('workouts', isWorkout);
  const unlinkedWorkouts = readUplink<UnlinkedWorkoutMessage>('unlinked-workouts', isWorkout);
  return {
    machine,
    entries,
    published,
    statuses: readUplink<StatusMessage>('status', ({ state }) => typeof state === 'string'),
    lives: readUplink<LiveMessage>('live', ({ sets }) => Array.isArray(sets)),
    linkedWorkouts,
    unlinkedWorkouts,
    workouts: [...linkedWorkouts, ...unlinkedWorkouts].toSorted((a, b) => a.line - b.line),
    acks: readDownlink('acks', AckMessage),
    descriptions: readUplink<DescriptionMessage>('description', () => true),
    commands,
    isWelcomed: (line, version = 2) => {
      const connected = entries.findLastIndex(
        ({ kind }, index) => kind === 'connected' && index < line,
      );
      return commands.some(
        ({ line: sent, message }) =>
          message.type === 'welcome' &&
          message.protocol >= version &&
          sent > connected &&
          sent < line,
      );
    },
    findStep: (name) => {
      const isStep = (entry: WireEntry) => entry.kind === 'step';
      const from = entries.findIndex((entry) => entry.kind === 'step' && entry.name === name);
      if (from === -1) return null;
      const next = entries.findIndex((entry, line) => line > from && isStep(entry));
      return { from, to: next === -1 ? entries.length : next };
    },
  };
}

export type Fields = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/** Returns whether a message has the main parts of a workout. */
export function isWorkout(value: unknown): value is Fields {
  if (!isObject(value)) return false;
  const { workoutUuid, sets } = value;
  const isSet = (set: unknown) => isObject(set) && Array.isArray(set['reps']);
  return typeof workoutUuid === 'string' && Array.isArray(sets) && sets.every(isSet);
}

/** Returns whether a message came after the machine had handled the server's message. */
export function isAfter(seen: Seen<unknown>, told: Delivered<unknown>): boolean {
  return seen.line > told.receivedLine && seen.at >= told.receivedAt;
}
