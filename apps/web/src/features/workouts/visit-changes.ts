import type { Visit } from '@tanren/contract/workouts/visits';
import type { WorkoutDetail, WorkoutSet } from '@tanren/contract/workouts/workouts';
import { workoutQuery } from '#entities/workouts/workouts.queries.ts';
import { formatKgChange } from '#lib/number-format.ts';

/** Returns the queries for the sets of a visit. The page leaves out what it could not load. */
export function listWorkoutQueries({ workouts }: Visit) {
  return workouts.map(({ id }) => ({ ...workoutQuery(id), meta: { errorShownByPage: true } }));
}

/** Returns the change since last time for each type of the visit that was done before. */
export function listChanges(
  { workoutTypeIds }: Visit,
  workouts: readonly WorkoutDetail[],
): readonly { readonly workoutTypeId: number; readonly words: string }[] {
  return workoutTypeIds.flatMap((workoutTypeId) => {
    const done = workouts.filter((workout) => workout.workoutTypeId === workoutTypeId);
    // A machine may be used twice in a visit. Only its first workout has the last time before it.
    const words = describeProgress(
      done.flatMap(({ sets }) => sets),
      done[0]?.previous?.sets ?? [],
    );
    return words === null ? [] : { workoutTypeId, words };
  });
}

/** Word for a machine with the same load and reps as last time. */
export const unchanged = '同じ';

/** Describes the change of the heaviest load as `+2.5kg`, or else that of its reps as `−1回`. */
export function describeProgress(
  sets: readonly WorkoutSet[],
  before: readonly WorkoutSet[],
): string | null {
  const [now, last] = [findHeaviest(sets), findHeaviest(before)];
  if (now === null || last === null) return null;
  const change = formatKgChange(now.loadKg, last.loadKg);
  if (change !== null) return `${change}kg`;
  const more = now.reps - last.reps;
  if (more === 0) return unchanged;
  return `${more > 0 ? '+' : '−'}${Math.abs(more)}回`;
}

/** Returns the heaviest load and the most reps done with it, or `null` without a rep. */
function findHeaviest(sets: readonly WorkoutSet[]) {
  const done = sets.filter(({ reps }) => reps.length > 0);
  if (done.length === 0) return null;
  const loadKg = Math.max(...done.map((set) => set.loadKg));
  const reps = done.filter((set) => set.loadKg === loadKg).map((set) => set.reps.length);
  return { loadKg, reps: Math.max(...reps) };
}
