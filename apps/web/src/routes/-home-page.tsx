import { type QueryClient, useQuery } from '@tanstack/react-query';
import { TodayCard } from '#features/door/today-card.tsx';
import { HomeScreen } from '#features/home/home-screen.tsx';
import { NewestInformation } from '#features/informations/unread-informations.tsx';
import { loadNewSession } from '#features/new-trainer-session/load-new-session.ts';
import { NewSessionCard } from '#features/new-trainer-session/new-session-card.tsx';
import { useNewSession } from '#features/new-trainer-session/use-new-session.ts';
import { HomeGymCancelled } from '#features/reservations/gym-cancelled.tsx';
import { gymCancelledQuery } from '#features/reservations/reservations.queries.ts';
import { RunCard } from '#features/session-run/run-card.tsx';
import { MachineLinkCard } from '#features/tanren-link/machine-link-card.tsx';
import { ThisWeek } from '#features/training-status/this-week.tsx';
import { RankingCard } from '#features/workout-ranking/ranking-card.tsx';
import { LastWorkout } from '#features/workouts/last-workout.tsx';
import { latestWorkoutQuery } from '#features/workouts/workouts.queries.ts';
import { waitAWhile } from '#lib/query-client.ts';
import { LoadAgainIfMissing } from '#ui/load-again.tsx';

export function HomePage() {
  const { data: latest } = useQuery(latestWorkoutQuery);
  const { session, wasThere, query } = useNewSession();
  const newSession =
    session === null ? (
      <LoadAgainIfMissing what="トレーナーからのメニュー" query={query} />
    ) : (
      <NewSessionCard session={session} />
    );
  return (
    <HomeScreen latecomer={wasThere ? null : newSession}>
      <RunCard />
      <MachineLinkCard />
      {wasThere ? newSession : null}
      <HomeGymCancelled />
      <TodayCard />
      <NewestInformation />
      <ThisWeek />
      <LastWorkout />
      <RankingCard lastType={latest?.workoutTypeId} />
    </HomeScreen>
  );
}

export async function loadHome(queryClient: QueryClient): Promise<void> {
  // Side by side; what stands above other cards must not push them down later.
  await Promise.all([
    loadNewSession(queryClient),
    waitAWhile(queryClient.query(gymCancelledQuery)),
  ]);
}
