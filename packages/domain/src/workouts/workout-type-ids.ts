/** Ids in a file of their own, so that pages can check a URL without loading the names. */
export const workoutTypeIds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] as const;

export type WorkoutTypeId = (typeof workoutTypeIds)[number];

export function isWorkoutTypeId(id: number): id is WorkoutTypeId {
  return (workoutTypeIds as readonly number[]).includes(id);
}
