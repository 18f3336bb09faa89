/** A run that nobody ends is over after this: longer than any session, shorter than a day. */
export const runLengthMs = 4 * 60 * 60 * 1000;

export interface RunTimes {
  readonly startedAt: Date;
  readonly endsBy: Date;
  readonly endedAt: Date | null;
}

export function isRunOpen({ endsBy, endedAt }: RunTimes, now: Date): boolean {
  return endedAt === null && now < endsBy;
}

/**
 * Whether a workout belongs to a run: they overlap. Not "began within": the machine's clock may
 * be a little behind ours, and a session may be started when the first set is under way.
 */
export function overlapsRun(
  run: RunTimes,
  workout: { readonly startedAt: Date; readonly endedAt: Date },
): boolean {
  return workout.endedAt > run.startedAt && workout.startedAt < findRunEnd(run);
}

/** One that was forgotten is over by itself, however late somebody ends it. */
function findRunEnd({ endsBy, endedAt }: RunTimes): Date {
  return endedAt !== null && endedAt < endsBy ? endedAt : endsBy;
}

/** What was done of a type, in the order in which it was done. */
interface DoneSets {
  readonly workoutTypeId: number;
  readonly setCount: number;
}

interface Planned {
  readonly workoutTypeId: number;
  readonly sets: number;
}

/** An item of a run. The member may skip sets of it, which leaves the menu itself as it is. */
export interface RunPlanItem extends Planned {
  /** Number of skipped sets, at most `sets`. Absent in runs of which nothing was skipped. */
  readonly skippedSets?: number;
}

/** Returns the items with the sets that remain of the plan, done or not. */
export function withoutSkippedSets<Item extends RunPlanItem>(items: readonly Item[]): Item[] {
  return items.map((item) => ({ ...item, sets: item.sets - (item.skippedSets ?? 0) }));
}

/**
 * How many sets of each item are done. A type may stand in a session twice: its sets fill the
 * first of them, then the next; what is done beyond the plan counts nowhere.
 */
export function allotDoneSets(items: readonly Planned[], done: readonly DoneSets[]): number[] {
  const left = new Map<number, number>();
  for (const { workoutTypeId, setCount } of done) {
    left.set(workoutTypeId, (left.get(workoutTypeId) ?? 0) + setCount);
  }
  return items.map(({ workoutTypeId, sets }) => {
    const available = left.get(workoutTypeId) ?? 0;
    const used = Math.min(sets, available);
    left.set(workoutTypeId, available - used);
    return used;
  });
}

/**
 * When the last set of the plan was done; null: some are left. What is done beyond the plan, after
 * that, does not begin it anew.
 */
export function findCompletion(
  items: readonly Planned[],
  done: readonly (DoneSets & { readonly endedAt: Date })[],
): Date | null {
  const last = done.findIndex((_, at) => isPlanDone(items, done.slice(0, at + 1)));
  return done[last]?.endedAt ?? null;
}

/** Tells whether no set of the plan is left, also of a plan whose sets were all skipped. */
export function isPlanDone(items: readonly Planned[], done: readonly DoneSets[]): boolean {
  const allotted = allotDoneSets(items, done);
  return items.every(({ sets }, at) => (allotted[at] ?? 0) >= sets);
}
