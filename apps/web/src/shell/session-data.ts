import type { UserInfo } from '@tanren/contract/userinfo';
import { findMissingStep } from '@tanren/domain/route-access';
import type { QueryClient } from '@tanstack/react-query';
import { informationsQuery } from '#entities/informations/informations.queries.ts';
import {
  latestWorkoutQuery,
  workoutLoadsQuery,
  workoutTypesQuery,
} from '#entities/workouts/workouts.queries.ts';

/**
 * Announcements and workout data, side by side, once for a session; workouts only once the server
 * would answer.
 */
export async function loadSessionData(queryClient: QueryClient, profile: UserInfo): Promise<void> {
  const isReady = findMissingStep(profile) === null;
  const workoutData = () => [
    loadTypesAndLatest(queryClient),
    queryClient.query({ ...workoutLoadsQuery, ...once }),
  ];
  await Promise.allSettled([
    queryClient.query({ ...informationsQuery, ...once }),
    ...(isReady ? workoutData() : []),
  ]);
}

const once = { staleTime: 'static' } as const;

/** Whoever has done no type has no latest workout: to ask would be a 404 in the browser's console. */
async function loadTypesAndLatest(queryClient: QueryClient): Promise<void> {
  const types = await queryClient.query({ ...workoutTypesQuery, ...once });
  if (types.some(({ workouted }) => workouted)) {
    await queryClient.query({ ...latestWorkoutQuery, ...once });
  }
}
