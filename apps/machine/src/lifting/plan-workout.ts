export interface PlannedSet {
  readonly loadKg: number;
  readonly reps: number;
  /** After it. */
  readonly restMs: number;
}

/** Three sets or four at what the machine stands at, as most people do. */
export function planWorkout(loadKg: number, random: () => number): PlannedSet[] {
  const sets = random() < 0.7 ? 3 : 4;
  const reps = 8 + Math.floor(random() * 5);
  return Array.from({ length: sets }, () => ({
    loadKg,
    reps,
    restMs: 45_000 + Math.round(random() * 75_000),
  }));
}
