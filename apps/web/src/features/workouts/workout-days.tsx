import type { Workout } from '@tanren/contract/workouts';
import { formatGymClock, formatGymDate } from '#lib/dates.ts';
import { groupByDay } from './group-by-day.ts';
import { WorkoutCard } from './workout-card.tsx';
import classes from './workout-days.module.css';

/** Each day under a heading that stays in sight. */
export function WorkoutDays({ workouts }: { readonly workouts: readonly Workout[] }) {
  return groupByDay(workouts).map(({ day, workouts: ofDay }) => (
    <section key={day} className={classes.day} aria-label={formatGymDate(day)}>
      <h2 className={classes.heading}>
        <time dateTime={day}>{formatGymDate(day)}</time>
      </h2>
      <ul className={classes.cards}>
        {ofDay.map((workout) => (
          <li key={workout.id}>
            <WorkoutCard workout={workout} when={formatGymClock(workout.startedAt)} />
          </li>
        ))}
      </ul>
    </section>
  ));
}
