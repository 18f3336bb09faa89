import { useQuery } from '@tanstack/react-query';
import { TodayCard } from '#features/door/today-card.tsx';
import { HomeScreen } from '#features/home/home-screen.tsx';
import { NewestInformation } from '#features/informations/newest-information.tsx';
import { RunCard } from '#features/session-run/run-card.tsx';
import { MachineLinkCard } from '#features/tanren-link/machine-link-card.tsx';
import { ThisWeek } from '#features/training-status/this-week.tsx';
import { RankingCard } from '#features/workout-ranking/ranking-card.tsx';
import { LastWorkout } from '#features/workouts/last-workout.tsx';
import { latestWorkoutQuery } from '#features/workouts/workouts.queries.ts';

export function HomePage() {
  const { data: latest } = useQuery(latestWorkoutQuery);
  return (
    <HomeScreen>
      <RunCard />
      <MachineLinkCard />
      <TodayCard />
      <NewestInformation />
      <ThisWeek />
      <LastWorkout />
      <RankingCard lastType={latest?.workoutTypeId} />
    </HomeScreen>
  );
}
