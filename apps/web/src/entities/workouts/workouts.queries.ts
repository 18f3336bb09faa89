import { listWorkoutLoads } from '@tanren/contract/workout-loads';
import { listWorkoutTypes, type WorkoutType } from '@tanren/contract/workout-types';
import { getLatestWorkout, getWorkout, type WorkoutDetail } from '@tanren/contract/workouts';
import { workoutTypes } from '@tanren/domain/workout-types';
import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  doneRunsKey,
  sessionRunKey,
} from '#entities/training-sessions/training-sessions.queries.ts';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';

async function noneWhenMissing(call: Promise<WorkoutDetail>): Promise<WorkoutDetail | null> {
  try {
    return await call;
  } catch (error) {
    if (isApiError(error, 404)) return null;
    throw error;
  }
}

/** null: there is none yet. */
export const latestWorkoutQuery = queryOptions({
  queryKey: ['workouts', 'latest'],
  queryFn: ({ signal }) => noneWhenMissing(callApi(getLatestWorkout, {}, signal)),
});

/** null: there is no such workout, or it is someone else's. */
export function workoutQuery(workoutId: number) {
  return queryOptions({
    queryKey: ['workouts', 'one', workoutId],
    queryFn: ({ signal }) =>
      noneWhenMissing(callApi(getWorkout, { params: { workoutId } }, signal)),
  });
}

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

export const workoutLoadsQuery = queryOptions({
  queryKey: ['workout-loads'],
  queryFn: ({ signal }) => callApi(listWorkoutLoads, {}, signal),
});

/** Begins the key of every ranking query. */
export const workoutRankingKey = 'workout-ranking';

const changedByWorkouts = [
  'workouts',
  'visits',
  'workout-types',
  'workout-loads',
  'workout-history',
  'training-status',
  sessionRunKey,
  doneRunsKey,
  workoutRankingKey,
];

const isChangedByWorkouts = ({ queryKey: [noun] }: Pick<Query, 'queryKey'>) =>
  typeof noun === 'string' && changedByWorkouts.includes(noun);

/** After a new workout: whatever shows workouts asks again. */
export async function refreshWorkoutData(queryClient: QueryClient): Promise<void> {
  // A first answer that is still awaited may be from before the workout, and TanStack Query lets it
  // come instead of asking anew: these ask once more afterwards.
  const awaited = queryClient.getQueryCache().findAll({
    predicate: (query) =>
      isChangedByWorkouts(query) &&
      query.state.data === undefined &&
      query.state.fetchStatus === 'fetching',
  });
  await queryClient.invalidateQueries({ predicate: isChangedByWorkouts });
  if (awaited.length === 0) return;
  await queryClient.invalidateQueries({ predicate: (query) => awaited.includes(query) });
}

/** After a change of the profile: who is in rankings, under which name, by which age, sex and weight. */
export async function refreshRankings(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [workoutRankingKey] });
}
