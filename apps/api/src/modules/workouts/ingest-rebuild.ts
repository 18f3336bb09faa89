import type { PersonalBestKind } from '@tanren/domain/personal-bests';
import type { Transaction } from '#db/database.ts';
import { addToBests, type Bests } from './ingest-bests.ts';
import {
  type BestFlags,
  deleteBests,
  holdBests,
  listDone,
  type MemberType,
  updateBests,
  updateFlags,
} from './ingest-bests.store.ts';

/**
 * Works out bests and flags anew from the workouts themselves, whatever came late, was
 * corrected or taken away. Answers which bests each workout improved when it was done.
 */
export async function rebuildBests(
  tx: Transaction,
  pair: MemberType,
): Promise<ReadonlyMap<number, PersonalBestKind[]>> {
  await holdBests(tx, [pair]);
  let bests: Bests | null = null;
  const improved = new Map<number, PersonalBestKind[]>();
  const changed: BestFlags[] = [];
  for (const workout of await listDone(tx, pair)) {
    const added: ReturnType<typeof addToBests> = addToBests(bests, workout);
    bests = added.bests;
    improved.set(workout.id, added.beaten);
    const flags = toFlags(workout.id, added.beaten);
    if (!isSame(flags, workout)) changed.push(flags);
  }
  await updateFlags(tx, changed);
  if (bests === null) await deleteBests(tx, pair);
  else await updateBests(tx, [{ ...pair, ...bests }]);
  return improved;
}

function toFlags(id: number, beaten: readonly PersonalBestKind[]): BestFlags {
  return {
    id,
    isMaxBest: beaten.includes('max'),
    isTfoBest: beaten.includes('tfo'),
    isOneRepMaxBest: beaten.includes('oneRepMax'),
  };
}

function isSame(a: BestFlags, b: BestFlags): boolean {
  return (
    a.isMaxBest === b.isMaxBest &&
    a.isTfoBest === b.isTfoBest &&
    a.isOneRepMaxBest === b.isOneRepMaxBest
  );
}
