import type { LinkedCommand } from './machine-event.ts';

export type SessionItems = LinkedCommand['items'];

/** The set that comes next, or is under way. */
export interface SessionStep {
  /** From 1, of `itemCount`. */
  readonly item: number;
  readonly itemCount: number;
  /** From 1, of `sets`. */
  readonly set: number;
  readonly sets: number;
  readonly reps: number;
  /** null: whatever the member chooses. */
  readonly loadKg: number | null;
  readonly restSeconds: number;
}

/** A set is a set, however many reps it had; null: there is no session, or nothing left of it. */
export function findStep(items: SessionItems, doneSets: number): SessionStep | null {
  let before = 0;
  for (const [index, item] of items.entries()) {
    const set = doneSets - before + 1;
    if (set <= item.sets) return { ...item, item: index + 1, itemCount: items.length, set };
    before += item.sets;
  }
  return null;
}
