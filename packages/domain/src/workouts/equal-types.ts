import { workoutTypes } from './workout-types.ts';

/**
 * Returns the types whose main muscles are the same for the most part, the most similar first.
 * Their loads differ, so the member's own loads of the other type apply.
 */
export function listEqualTypes(workoutTypeId: number): number[] {
  return workoutTypes
    .filter(({ id }) => id !== workoutTypeId)
    .map(({ id }) => ({
      id,
      main: compareMuscles(workoutTypeId, id, 1),
      all: compareMuscles(workoutTypeId, id, 0.5),
    }))
    .filter(({ main }) => main >= 0.5)
    .toSorted((a, b) => b.all - a.all || a.id - b.id)
    .map(({ id }) => id);
}

/** Returns whether two types have a main muscle in common. A type always does with itself. */
export function sharesMainMuscle(a: number, b: number): boolean {
  return a === b || compareMuscles(a, b, 1) > 0;
}

/**
 * Returns which part of the muscles of two types is the same, from 0 to 1. Only muscles with at
 * least this share count.
 */
function compareMuscles(a: number, b: number, minShare: number): number {
  const [sharesOfA, sharesOfB] = [listShares(a, minShare), listShares(b, minShare)];
  const muscles = [...new Set([...sharesOfA.keys(), ...sharesOfB.keys()])];
  const sum = (find: (...shares: number[]) => number) =>
    muscles.reduce(
      (total, muscle) => total + find(sharesOfA.get(muscle) ?? 0, sharesOfB.get(muscle) ?? 0),
      0,
    );
  return muscles.length === 0 ? 0 : sum(Math.min) / sum(Math.max);
}

function listShares(workoutTypeId: number, minShare: number): Map<string, number> {
  const type = workoutTypes.find(({ id }) => id === workoutTypeId);
  return new Map(
    (type?.muscles ?? [])
      .filter(({ share }) => share >= minShare)
      .map(({ muscle, share }) => [muscle, share]),
  );
}
