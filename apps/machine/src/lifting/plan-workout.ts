import type { LinkedCommand } from '#machine-event.ts';

export interface PlannedSet {
  readonly loadKg: number;
  readonly reps: number;
  /** After it. */
  readonly restMs: number;
}

export interface LiftingWish {
  readonly items: LinkedCommand['items'];
  /** What the machine stands at: the next load it was told, or its first. */
  readonly loadKg: number;
}

/** The session's items when the member brought one; else three sets or four, as most people do. */
export function planWorkout({ items, loadKg }: LiftingWish, random: () => number): PlannedSet[] {
  if (items.length > 0) {
    return items.flatMap((item) =>
      Array.from({ length: item.sets }, () => ({
        loadKg: item.loadKg ?? loadKg,
        reps: item.reps,
        restMs: item.restSeconds * 1000,
      })),
    );
  }
  const sets = random() < 0.7 ? 3 : 4;
  const reps = 8 + Math.floor(random() * 5);
  return Array.from({ length: sets }, () => ({
    loadKg,
    reps,
    restMs: 45_000 + Math.round(random() * 75_000),
  }));
}
