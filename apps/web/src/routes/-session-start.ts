import type { QueryClient } from '@tanstack/react-query';
import { informationsQuery } from '#features/informations/informations.queries.ts';
import { latestWorkoutQuery } from '#features/workouts/workouts.queries.ts';
import type { Session } from '#lib/session.ts';

/**
 * Once a member with a profile is there, what most pages need is fetched side by side. Nothing
 * waits for it, and what fails is told by the notifier.
 */
export function startSession(queryClient: QueryClient, { access }: Session): void {
  if (!access.signedIn || access.profile === null) return;
  const once = { staleTime: 'static' } as const;
  void Promise.allSettled([
    queryClient.query({ ...informationsQuery, ...once }),
    queryClient.query({ ...latestWorkoutQuery, ...once }),
  ]);
}
