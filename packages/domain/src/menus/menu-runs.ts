import { listEqualTypes } from '#workouts/equal-types.ts';

/**
 * Maximum length of a run that the member does not end: longer than any menu, shorter than a day.
 */
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
 * Returns whether a workout belongs to a run, which means that they overlap. The workout need not
 * begin within the run: the machine's clock may be a little slow, and a member may start the run
 * during the first set.
 */
export function overlapsRun(
  run: RunTimes,
  workout: { readonly startedAt: Date; readonly endedAt: Date },
): boolean {
  return workout.endedAt > run.startedAt && workout.startedAt < findRunEnd(run);
}

/** Returns when the run ended. A forgotten run ends at `endsBy`, even if it is ended later. */
function findRunEnd({ endsBy, endedAt }: RunTimes): Date {
  return endedAt !== null && endedAt < endsBy ? endedAt : endsBy;
}

/** Sets done of a type, in the order in which they were done. */
interface DoneSets {
  readonly workoutTypeId: number;
  readonly setCount: number;
}

interface Planned {
  readonly workoutTypeId: number;
  readonly sets: number;
  /** Type of the menu that the member replaced in this run. Absent when none was replaced. */
  readonly plannedTypeId?: number;
}

/** Item of a run. Skipping sets of it or replacing its type does not change the menu itself. */
export interface RunPlanItem extends Planned {
  /** Number of skipped sets, at most `sets`. Absent when none is skipped. */
  readonly skippedSets?: number;
  /** Load in hectograms that the menu fixes for the replaced type. Absent when none was replaced. */
  readonly plannedLoadHg?: number | null;
}

/**
 * Replaces the type of an item. The load of the menu belongs to the planned type, so the other one
 * is done with the member's own load. The planned type restores the item. Returns `null` for a type
 * that trains other muscles.
 */
export function replaceType<Item extends RunPlanItem & { readonly loadHg: number | null }>(
  item: Item,
  workoutTypeId: number,
): Item | null {
  const { plannedTypeId = item.workoutTypeId, plannedLoadHg = item.loadHg, ...rest } = item;
  if (workoutTypeId === plannedTypeId) {
    return { ...rest, workoutTypeId, loadHg: plannedLoadHg } as Item;
  }
  if (!listEqualTypes(plannedTypeId).includes(workoutTypeId)) return null;
  return { ...item, workoutTypeId, loadHg: null, plannedTypeId, plannedLoadHg };
}

/** Returns the items without the skipped sets. Done sets are included. */
export function withoutSkippedSets<Item extends RunPlanItem>(items: readonly Item[]): Item[] {
  return items.map((item) => ({ ...item, sets: item.sets - (item.skippedSets ?? 0) }));
}

/**
 * Returns how many sets of each item are done. If a type occurs twice in a menu, its sets fill the
 * first item and then the next. Sets of a replaced type count for its item, too. Sets beyond the
 * plan do not count.
 */
export function allotDoneSets(items: readonly Planned[], done: readonly DoneSets[]): number[] {
  const left = new Map<number, number>();
  for (const { workoutTypeId, setCount } of done) {
    left.set(workoutTypeId, (left.get(workoutTypeId) ?? 0) + setCount);
  }
  const take = (workoutTypeId: number, sets: number) => {
    const available = left.get(workoutTypeId) ?? 0;
    const used = Math.min(sets, available);
    left.set(workoutTypeId, available - used);
    return used;
  };
  return items.map(({ workoutTypeId, plannedTypeId, sets }) => {
    const used = take(workoutTypeId, sets);
    return plannedTypeId === undefined ? used : used + take(plannedTypeId, sets - used);
  });
}

/**
 * Returns when the last set of the plan was done. Returns `null` while sets are left. Further sets
 * after that do not change the result.
 */
export function findCompletion(
  items: readonly Planned[],
  done: readonly (DoneSets & { readonly endedAt: Date })[],
): Date | null {
  const last = done.findIndex((_, at) => isPlanDone(items, done.slice(0, at + 1)));
  return done[last]?.endedAt ?? null;
}

/** Returns whether no set of the plan is left. It is also true when all sets are skipped. */
export function isPlanDone(items: readonly Planned[], done: readonly DoneSets[]): boolean {
  const allotted = allotDoneSets(items, done);
  return items.every(({ sets }, at) => (allotted[at] ?? 0) >= sets);
}
