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

/** null: not what the contract says; a machine passes over it. */
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

/** The whole bout as it stands, so that whoever missed messages needs only the newest. */
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
 * Tenths of a second since the link began: grows with each message, and still does after the
 * machine was switched off and on, without a write for each.
 */
export function nextSeq(last: number, linkedAt: Date, now: Date): number {
  return Math.max(last + 1, Math.floor((now.getTime() - linkedAt.getTime()) / 100));
}
