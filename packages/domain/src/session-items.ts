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
