/** What a training session asks for on the linked machine, for those who follow one. */
export interface BoutPlan {
  /** The set under way, or the next one. null: everything on this machine is done. */
  readonly next: PlannedSet | null;
  /** The last set that is done. */
  readonly last: { readonly set: number; readonly sets: number } | null;
  /** Before the next set; null: as long as one likes. */
  readonly restSeconds: number | null;
}

export interface PlannedSet {
  readonly set: number;
  readonly sets: number;
  readonly reps: number;
  /** null: the member has no record to go by. */
  readonly loadKg: number | null;
}
