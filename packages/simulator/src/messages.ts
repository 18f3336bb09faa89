import {
  AckMessage,
  CommandMessage,
  type LiveMessage,
} from '@tanren/contract/machines/machine-messages';
import type * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { type Bout, listSets, sumBout } from './bout.ts';

const ack = Compile(AckMessage);
const command = Compile(CommandMessage);

/**
 * Returns the ack. `null` when it does not match the contract, in which case the machine ignores
 * it.
 */
export function readAck(payload: Buffer): Type.Static<typeof AckMessage> | null {
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

/**
 * Returns the tenths of a second since the link began. The number grows with each message, also
 * after a restart of the machine, without being stored.
 */
export function nextSeq(last: number, linkedAt: Date, now: Date): number {
  return Math.max(last + 1, Math.floor((now.getTime() - linkedAt.getTime()) / 100));
}
