import { useQuery } from '@tanstack/react-query';
import { formatShortGymDate, gymDayOf } from '#lib/dates.ts';
import { isMissing, LoadAgain, Skeleton } from '#ui/feedback/loading.tsx';
import { WorkoutCard } from './workout-card.tsx';
import { latestWorkoutQuery } from './workouts.queries.ts';
import classes from './last-workout.module.css';

/** On the home page. Whoever has none yet is asked to link a machine instead. */
export function LastWorkout() {
  const query = useQuery(latestWorkoutQuery);
  const { data: workout } = query;
  if (workout === null) return null;
  return (
    <section className={classes.group} aria-label="前回のトレーニング">
      <h2 className={classes.heading}>前回のトレーニング</h2>
      {workout ? (
        <WorkoutCard workout={workout} when={formatShortGymDate(gymDayOf(workout.startedAt))} />
      ) : isMissing(query) ? (
        <LoadAgain what="前回のトレーニング" query={query} />
      ) : (
        <div className={classes.place}>
          <Skeleton />
        </div>
      )}
    </section>
  );
}
