import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { GonePage } from '#lib/page-state.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { Page } from '#ui/page.tsx';
import { WorkoutLinks } from './workout-links.tsx';
import { WorkoutParts, WorkoutTime } from './workout-parts.tsx';
import { workoutQuery } from './workouts.queries.ts';

const route = getRouteApi('/workouts/$workoutId');

export function WorkoutScreen() {
  const { workoutId } = route.useParams();
  const { data: workout } = useSuspenseQuery(workoutQuery(workoutId));
  if (workout === null) return <GonePage />;
  return (
    <Page title={nameWorkoutType(workout.workoutTypeId)} lead={<WorkoutTime workout={workout} />}>
      <WorkoutParts workout={workout} links={<WorkoutLinks workout={workout} />} />
    </Page>
  );
}
