/** One step of a session: so many sets of so many reps on one kind of machine. */
export interface SessionItem {
  readonly workoutTypeId: number;
  readonly sets: number;
  readonly reps: number;
  /** null: おすすめ, the next load of whoever trains. */
  readonly loadHg: number | null;
  /** After each set but the last. */
  readonly restSeconds: number;
}

/** In the order of the items, each type once. */
export function listSessionTypes(items: readonly Pick<SessionItem, 'workoutTypeId'>[]): number[] {
  return [...new Set(items.map(({ workoutTypeId }) => workoutTypeId))];
}

export function countSessionSets(items: readonly Pick<SessionItem, 'sets'>[]): number {
  return items.reduce((sum, { sets }) => sum + sets, 0);
}

/**
 * The reps that a plan asks for at a load of a type. Items without a load are for any; of several
 * that fit, or if none does, the fewest. null: the type is not in the plan.
 */
export function findPlannedReps(
  items: readonly Pick<SessionItem, 'workoutTypeId' | 'reps' | 'loadHg'>[],
  workoutTypeId: number,
  loadHg: number,
): number | null {
  const ofType = items.filter((item) => item.workoutTypeId === workoutTypeId);
  const fitting = ofType.filter((item) => item.loadHg === null || item.loadHg === loadHg);
  const reps = (fitting.length > 0 ? fitting : ofType).map((item) => item.reps);
  return reps.length === 0 ? null : Math.min(...reps);
}
