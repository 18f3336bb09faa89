import type { UserInfo } from '@tanren/contract/userinfo';
import { findMissingStep } from '@tanren/domain/route-access';
import type { QueryClient } from '@tanstack/react-query';
import { informationsQuery } from '#entities/informations/informations.queries.ts';
import { latestWorkoutQuery } from '#entities/workouts/workouts.queries.ts';

/** What most pages of a member need, side by side; workouts only once the server would answer. */
export async function loadSessionData(queryClient: QueryClient, profile: UserInfo): Promise<void> {
  const once = { staleTime: 'static' } as const;
  const isReady = findMissingStep(profile) === null;
  await Promise.allSettled([
    queryClient.query({ ...informationsQuery, ...once }),
    ...(isReady ? [queryClient.query({ ...latestWorkoutQuery, ...once })] : []),
  ]);
}
