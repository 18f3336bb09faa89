import { HomeScreen } from '#features/home/home-screen.tsx';
import { NewestInformation } from '#features/informations/newest-information.tsx';
import { MachineLinkCard } from '#features/tanren-link/machine-link-card.tsx';
import { ThisWeek } from '#features/training-status/this-week.tsx';
import { LastWorkout } from '#features/workouts/last-workout.tsx';

export function HomePage() {
  return (
    <HomeScreen>
      <MachineLinkCard />
      <NewestInformation />
      <ThisWeek />
      <LastWorkout />
    </HomeScreen>
  );
}
