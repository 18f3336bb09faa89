import type { LinkedCommand } from './machine-event.ts';

export type SessionItems = LinkedCommand['items'];

/** The next or current set of a menu. */
export interface SessionStep {
  /** Number of the item, from 1 to `itemCount`. */
  readonly item: number;
  readonly itemCount: number;
  /** Number of the set, from 1 to `sets`. */
  readonly set: number;
  readonly sets: number;
  readonly reps: number;
  /** Load of the set. `null` when the member chooses it. */
  readonly loadKg: number | null;
  readonly restSeconds: number;
}

/**
 * Finds the step after this many sets, regardless of their reps. Returns `null` when there is no
 * menu, or all its sets are done.
 */
export function findStep(items: SessionItems, doneSets: number): SessionStep | null {
  let before = 0;
  for (const [index, item] of items.entries()) {
    const set = doneSets - before + 1;
    if (set <= item.sets) return { ...item, item: index + 1, itemCount: items.length, set };
    before += item.sets;
  }
  return null;
}
