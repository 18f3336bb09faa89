import { listWorkoutTrends } from '@tanren/contract/workouts/workout-history';
import { listWorkoutLoads } from '@tanren/contract/workouts/workout-loads';
import { listWorkoutTypes, type WorkoutType } from '@tanren/contract/workouts/workout-types';
import {
  getLatestWorkout,
  getWorkout,
  type WorkoutDetail,
} from '@tanren/contract/workouts/workouts';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query';
import { doneRunsKey, menuRunKey } from '#entities/menus/menus.queries.ts';
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

/** Fetches the newest workout. The answer is `null` while the member has none. */
export const latestWorkoutQuery = queryOptions({
  queryKey: ['workouts', 'latest'],
  queryFn: ({ signal }) => noneWhenMissing(callApi(getLatestWorkout, {}, signal)),
});

/** Fetches a workout. The answer is `null` when it does not exist or belongs to another member. */
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

/**
 * Returns whether a filter names a type that the member has done. Any other filter is not found.
 */
export function hasWorkouted(types: readonly WorkoutType[], filter: string | number): boolean {
  return types.some((type) => String(type.id) === String(filter) && type.workouted);
}

/** Names a type. A type that only a newer server knows gets its number as its name. */
export function nameWorkoutType(id: number): string {
  return workoutTypes.find((type) => type.id === id)?.name ?? `種目${id}`;
}

export const workoutLoadsQuery = queryOptions({
  queryKey: ['workout-loads'],
  queryFn: ({ signal }) => callApi(listWorkoutLoads, {}, signal),
});

/** Fetches the small charts of the types done in the last twelve weeks. */
export const workoutTrendsQuery = queryOptions({
  queryKey: ['workout-history', 'trends'],
  queryFn: ({ signal }) => callApi(listWorkoutTrends, {}, signal),
});

/**
 * Fetches the next loads again after a trainer has changed one or the link has ended. Types never
 * done carry the trainer's load themselves.
 */
export async function refreshNextLoads(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: workoutLoadsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: workoutTypesQuery.queryKey }),
  ]);
}

/** First part of the key of every ranking query. */
export const workoutRankingKey = 'workout-ranking';

const changedByWorkouts = [
  'workouts',
  'visits',
  'workout-types',
  'workout-loads',
  'workout-history',
  'training-status',
  menuRunKey,
  doneRunsKey,
  workoutRankingKey,
];

const isChangedByWorkouts = ({ queryKey: [noun] }: Pick<Query, 'queryKey'>) =>
  typeof noun === 'string' && changedByWorkouts.includes(noun);

/** Refetches everything that shows workouts. Call it after a new workout. */
export async function refreshWorkoutData(queryClient: QueryClient): Promise<void> {
  // A first request that is still running may return data from before the workout, and TanStack
  // Query waits for it instead of fetching again. These queries are fetched once more afterwards.
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

/**
 * Refetches the rankings. Call it after a change of the profile, which decides who is in them and
 * under which name, age, sex and weight.
 */
export async function refreshRankings(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [workoutRankingKey] });
}
