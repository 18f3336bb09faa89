import {
  AckMessage,
  CommandMessage,
  type LiveMessage,
  type MeasuredMessage,
  type UseMessage,
} from '@tanren/contract/machines/machine-messages';
import { allowUnknownFields } from '@tanren/contract/endpoint';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { type Bout, listSets, sumBout } from './bout.ts';

/** An ack of a newer server may have a reason that this machine does not know. */
const Ack = Type.Object({
  ...AckMessage.properties,
  reason: Type.Optional(Type.String({ maxLength: 100 })),
});
export type Ack = Type.Static<typeof Ack>;
const ack = Compile(allowUnknownFields(Ack));
const command = Compile(allowUnknownFields(CommandMessage));

/**
 * Returns the ack. `null` when it does not match the contract, in which case the machine ignores
 * it.
 */
export function readAck(payload: Buffer): Ack | null {
  const value = parse(payload);
  return ack.Check(value) ? value : null;
}

export function readCommand(payload: Buffer): Type.Static<typeof CommandMessage> | null {
  const value = parse(payload);
  return command.Check(value) ? value : null;
}

function parse(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString());
  } catch {
    return null;
  }
}

/**
 * Describes the whole current bout, so that a page that missed messages needs only the newest one.
 */
export function describeLive(
  type: LiveMessage['type'],
  connectionId: string,
  bout: Bout | null,
  loadKg: number,
  seq: number,
  now: Date,
): LiveMessage {
  const sets = listSets(bout);
  return {
    type,
    connectionId,
    workoutUuid: bout?.workoutUuid ?? null,
    seq,
    at: now.toISOString(),
    loadKg,
    lifting: (bout?.current ?? null) !== null,
    sets: sets.map((set) => ({ loadKg: set.loadKg, reps: set.reps.length })),
    ...sumBout(sets),
  };
}

/** Describes the measures of a set. Returns `null` when it has none. */
export function describeMeasures(connectionId: string, bout: Bout): MeasuredMessage | null {
  const sets = listSets(bout);
  const reps = sets.at(-1)?.reps ?? [];
  const isMeasured = reps.length > 0 && reps.every(({ rangeMm }) => rangeMm !== undefined);
  if (!isMeasured) return null;
  return {
    type: 'measured',
    connectionId,
    workoutUuid: bout.workoutUuid,
    set: sets.length,
    reps: reps.map(({ concentricMs, eccentricMs, rangeMm, meanVelocityMmPerS }) => ({
      ...(concentricMs !== undefined && { concentricMs }),
      ...(eccentricMs !== undefined && { eccentricMs }),
      ...(rangeMm !== undefined && { rangeMm }),
      ...(meanVelocityMmPerS !== undefined && { meanVelocityMmPerS }),
    })),
  };
}

export function describeUse(inUse: boolean, now: Date): UseMessage {
  return { inUse, at: now.toISOString() };
}
