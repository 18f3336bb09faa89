import type { Workout } from '@tanren/contract/workouts/workouts';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { formatKg } from '#lib/number-format.ts';
import { formatMoment } from '#lib/dates.ts';
import { RecordMarks } from '#entities/workouts/record-marks.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { cardLink, CardList } from '#ui/lists/cards.tsx';
import { PagedList } from '#ui/lists/paged-list.tsx';
import { staffWorkoutsQuery } from './staff-members.queries.ts';
import classes from './staff-members.module.css';

const cardHeight = 100;

export function MemberWorkouts({ member }: { readonly member: string }) {
  const id = useId();
  const query = useSuspenseInfiniteQuery(staffWorkoutsQuery(member));
  const workouts = query.data.pages.flatMap(({ items }) => items);
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        トレーニングの記録
      </h2>
      {workouts.length === 0 ? (
        <p className={classes.nothing}>記録はまだありません。</p>
      ) : (
        <PagedList query={query} itemHeight={cardHeight}>
          <CardList>
            {workouts.map((workout) => (
              <li key={workout.id}>
                <WorkoutLink member={member} workout={workout} />
              </li>
            ))}
          </CardList>
        </PagedList>
      )}
    </section>
  );
}

interface WorkoutLinkProps {
  readonly member: string;
  readonly workout: Workout;
}

function WorkoutLink({ member, workout }: WorkoutLinkProps) {
  return (
    <Link
      to="/staff/members/$member/workouts/$workoutId"
      params={{ member, workoutId: workout.id }}
      className={`${cardLink} ${classes.workoutCard}`}
    >
      <span className={classes.head}>
        <span className={classes.name}>{nameWorkoutType(workout.workoutTypeId)}</span>
        <time dateTime={workout.startedAt} className={classes.quiet}>
          {formatMoment(workout.startedAt)}
        </time>
      </span>
      <span className={classes.quiet}>
        最大重量{formatKg(workout.max)}kg・総発揮力{formatKg(workout.tfo)}kg・{workout.setCount}
        セット
        {workout.repCount}回
      </span>
      <RecordMarks marks={workout.marks} />
    </Link>
  );
}
