import { type WorkoutType, listWorkoutTypes } from '@tanren/contract/workout-types';
import { workoutTypes } from '@tanren/domain/workout-types';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './api.ts';

export const workoutTypesQuery = queryOptions({
  queryKey: ['workout-types'],
  queryFn: ({ signal }) => callApi(listWorkoutTypes, {}, signal),
});

/** Whether a filter names a type the member has done; anything else is not found. */
export function hasWorkouted(types: readonly WorkoutType[], filter: string | number): boolean {
  return types.some((type) => String(type.id) === String(filter) && type.workouted);
}

/** A server that is newer than the page may know more types. */
export function nameWorkoutType(id: number): string {
  return workoutTypes.find((type) => type.id === id)?.name ?? `種目${id}`;
}
