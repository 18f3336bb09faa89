import type { QueryClient } from '@tanstack/react-query';
import { announcementsQuery } from '#entities/members/announcements.queries.ts';
import {
  latestWorkoutQuery,
  workoutLoadsQuery,
  workoutTypesQuery,
} from '#entities/workouts/workouts.queries.ts';

/** Loads announcements and workout data in parallel, once for a session with a profile. */
export async function loadSessionData(queryClient: QueryClient): Promise<void> {
  await Promise.allSettled([
    queryClient.query({ ...announcementsQuery, ...once }),
    loadTypesAndLatest(queryClient),
    queryClient.query({ ...workoutLoadsQuery, ...once }),
  ]);
}

const once = { staleTime: 'static' } as const;

/**
 * Loads the types, and the latest workout if the member has done any. Otherwise the request would
 * log a 404 in the browser's console.
 */
async function loadTypesAndLatest(queryClient: QueryClient): Promise<void> {
  const types = await queryClient.query({ ...workoutTypesQuery, ...once });
  if (types.some(({ workouted }) => workouted)) {
    await queryClient.query({ ...latestWorkoutQuery, ...once });
  }
}
