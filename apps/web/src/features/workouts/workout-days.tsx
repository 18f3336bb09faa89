import type { Workout } from '@tanren/contract/workouts';
import { formatGymClock, formatGymDate } from '#lib/dates.ts';
import { CardList } from '#ui/lists/cards.tsx';
import { groupByDay } from './group-by-day.ts';
import { WorkoutCard } from './workout-card.tsx';
import classes from './workout-days.module.css';
import type { WorkoutLink } from './workout-link.tsx';

interface WorkoutDaysProps {
  readonly workouts: readonly Workout[];
  readonly link?: WorkoutLink;
}

/** Each day under a heading that stays in sight. */
export function WorkoutDays({ workouts, link }: WorkoutDaysProps) {
  return (
    <div className={classes.days}>
      {groupByDay(workouts).map(({ day, workouts: ofDay }) => (
        <section key={day} aria-label={formatGymDate(day)}>
          <h2 className={classes.heading}>
            <time dateTime={day}>{formatGymDate(day)}</time>
          </h2>
          <CardList>
            {ofDay.map((workout) => (
              <li key={workout.id}>
                <WorkoutCard
                  workout={workout}
                  when={formatGymClock(workout.startedAt)}
                  link={link}
                />
              </li>
            ))}
          </CardList>
        </section>
      ))}
    </div>
  );
}
