import type { LiveMessage } from '@tanren/contract/machine-messages';
import { type Bout, listSets, sumBout } from './bout.ts';

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
