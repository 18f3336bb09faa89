import { isDeepStrictEqual } from 'node:util';
import { DescriptionMessage } from '@tanren/contract/machines/machine-description';
import {
  LiveMessage,
  type MachineUplink,
  MeasuredMessage,
  StatusMessage,
  UnlinkedWorkoutMessage,
  UseMessage,
  WorkoutMessage,
} from '@tanren/contract/machines/machine-messages';
import type { BoutMessage } from '@tanren/simulator/bout';
import { withoutMeasures } from '@tanren/simulator/measures';
import type * as Type from 'typebox';
import { Value } from 'typebox/value';
import { isWorkout } from './evidence.ts';

/** Schemas of the messages of a machine, by the last part of their topic. */
const schemas: Readonly<Record<MachineUplink, Type.TSchema>> = {
  workouts: WorkoutMessage,
  'unlinked-workouts': UnlinkedWorkoutMessage,
  live: LiveMessage,
  status: StatusMessage,
  description: DescriptionMessage,
  'rep-measures': MeasuredMessage,
  use: UseMessage,
};

/** Returns the schema of a channel. `null` for a channel that is not in the document. */
export function findSchema(channel: string | null): Type.TSchema | null {
  return Object.entries(schemas).find(([name]) => name === channel)?.[1] ?? null;
}

/** Returns the message without the fields that are not in the document. */
export function toKnown(schema: Type.TSchema, value: unknown): unknown {
  return value === undefined ? undefined : Value.Clean(schema, structuredClone(value));
}

/** Returns the message as a machine of version 1 would send it. */
export function toFirstVersion(value: unknown): unknown {
  return isWorkout(value) ? withoutMeasures(value as BoutMessage) : value;
}

/** Returns whether a server of version 1 would reject the message. */
export function hasFurtherFields(value: unknown): boolean {
  return !isDeepStrictEqual(toFirstVersion(value), value);
}
