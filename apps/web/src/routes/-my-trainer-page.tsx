import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { MyTrainerScreen } from '#features/trainer-link/my-trainer-screen.tsx';
import {
  trainerConnectionQuery,
  trainerViewsQuery,
} from '#features/trainer-link/trainer-link.queries.ts';
import { openFavorites } from '#features/training-sessions/favorites.tsx';
import { TrainerSessions } from '#features/training-sessions/trainer-sessions.tsx';
import { trainerSessionsQuery } from '#features/training-sessions/training-sessions.queries.ts';

export function MyTrainerPage() {
  const { connection } = useSuspenseQuery(trainerConnectionQuery).data;
  return <MyTrainerScreen sessions={<TrainerSessions quiet={connection.state !== 'linked'} />} />;
}

export async function loadMyTrainer(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    openFavorites(queryClient),
    queryClient.query(trainerConnectionQuery),
    queryClient.infiniteQuery({ ...trainerSessionsQuery, staleTime: 'static' }),
    // The page tells when it fails, in its place.
    queryClient.infiniteQuery(trainerViewsQuery).catch(() => {}),
  ]);
}
