import type { QueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { StartRun } from '#features/session-run/start-run.tsx';
import { openFavorites } from '#features/training-sessions/member-favorites.ts';
import { TrainingSessionScreen } from '#features/training-sessions/training-session-screen.tsx';
import { doneRunsQuery } from '#features/training-sessions/training-sessions.queries.ts';
import { trainingSessionQuery } from '#lib/training-sessions.ts';
import { workoutLoadsQuery } from '#lib/workout-loads.ts';

const route = getRouteApi('/training-sessions/$trainingSessionId/');

export function TrainingSessionPage() {
  const { trainingSessionId } = route.useParams();
  return <TrainingSessionScreen start={<StartRun trainingSessionId={trainingSessionId} />} />;
}

/** False: there is none, or it is not for this member. */
export async function loadTrainingSession(
  queryClient: QueryClient,
  trainingSessionId: number,
): Promise<boolean> {
  await openFavorites(queryClient);
  const [session] = await Promise.all([
    queryClient.query(trainingSessionQuery(trainingSessionId)),
    queryClient.query(workoutLoadsQuery),
    queryClient.infiniteQuery({ ...doneRunsQuery(trainingSessionId), staleTime: 'static' }),
  ]);
  return session !== null;
}
