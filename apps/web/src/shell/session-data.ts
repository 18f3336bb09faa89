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
  const once = { staleTime: 'static' } as const;
  const isReady = findMissingStep(profile) === null;
  const workoutData = () => [
    queryClient.query({ ...latestWorkoutQuery, ...once }),
    queryClient.query({ ...workoutTypesQuery, ...once }),
    queryClient.query({ ...workoutLoadsQuery, ...once }),
  ];
  await Promise.allSettled([
    queryClient.query({ ...informationsQuery, ...once }),
    ...(isReady ? workoutData() : []),
  ]);
}
