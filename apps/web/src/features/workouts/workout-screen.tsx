import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, notFound } from '@tanstack/react-router';
import { formatGymClock, formatGymDate, gymDayOf } from '#lib/dates.ts';
import { nameWorkoutType } from '#lib/workout-types.ts';
import { Page } from '#ui/page.tsx';
import { PersonalBestBadge } from './personal-best-mark.tsx';
import { RepChart } from './rep-chart.tsx';
import { RepTable, SetTable } from './set-table.tsx';
import { WorkoutLinks } from './workout-links.tsx';
import { WorkoutNumbers } from './workout-numbers.tsx';
import { workoutQuery } from './workouts.queries.ts';
import classes from './workout-screen.module.css';

const route = getRouteApi('/workouts/$workoutId');

export function WorkoutScreen() {
  const { workoutId } = route.useParams();
  const { data: workout } = useSuspenseQuery(workoutQuery(workoutId));
  if (workout === null) throw notFound();
  const { startedAt, endedAt } = workout;
  return (
    <Page
      title={nameWorkoutType(workout.workoutTypeId)}
      lead={
        <time dateTime={startedAt}>
          {formatGymDate(gymDayOf(startedAt))} {formatGymClock(startedAt)}〜
          {formatGymClock(endedAt)}
        </time>
      }
    >
      <PersonalBestBadge kinds={workout.personalBests} />
      <WorkoutNumbers workout={workout} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <RepChart sets={workout.sets} />
          <RepTable sets={workout.sets} />
        </div>
        <div className={classes.column}>
          <SetTable sets={workout.sets} />
          <WorkoutLinks workout={workout} />
        </div>
      </div>
    </Page>
  );
}
