import type { QueryClient } from '@tanstack/react-query';
import { informationsQuery } from '#entities/informations/informations.queries.ts';
import { latestWorkoutQuery } from '#entities/workouts/workouts.queries.ts';

/** What most pages of a member need, side by side. */
export async function loadSessionData(queryClient: QueryClient): Promise<void> {
  const once = { staleTime: 'static' } as const;
  await Promise.allSettled([
    queryClient.query({ ...informationsQuery, ...once }),
    queryClient.query({ ...latestWorkoutQuery, ...once }),
  ]);
}
