import type { Workout } from '@tanren/contract/workouts/workouts';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { formatKg } from '#lib/number-format.ts';
import { formatMoment } from '#lib/dates.ts';
import { RecordMarks } from '#entities/workouts/record-marks.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { look, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { cardLink, CardList } from '#ui/lists/cards.tsx';
import { PagedList } from '#ui/lists/paged-list.tsx';
import { SectionHeading } from '#ui/page.tsx';
import { staffWorkoutsQuery } from './staff-members.queries.ts';
import classes from './staff-members.module.css';

const cardHeight = 100;

export function MemberWorkouts({ member }: { readonly member: string }) {
  const id = useId();
  const query = useSuspenseInfiniteQuery(staffWorkoutsQuery(member));
  const workouts = query.data.pages.flatMap(({ items }) => items);
  return (
    <Stack as="section" gap={12} aria-labelledby={id}>
      <SectionHeading id={id}>トレーニングの記録</SectionHeading>
      {workouts.length === 0 ? (
        <Text card quiet centered className={classes.nothing}>
          記録はまだありません。
        </Text>
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
    </Stack>
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
      className={`${cardLink} ${look('stack', 'padding-12-16')}`}
    >
      <Row as="span" gap={12} rowGap={0} align="baseline" justify="between" wrap>
        <Text as="span" weight={700}>
          {nameWorkoutType(workout.workoutTypeId)}
        </Text>
        <Note dateTime={workout.startedAt} as="time">
          {formatMoment(workout.startedAt)}
        </Note>
      </Row>
      <Note as="span" className={classes.numbers}>
        <span>最大重量{formatKg(workout.max)}kg</span>
        <span>総発揮力{formatKg(workout.tfo)}kg</span>
        <span>
          {workout.setCount}セット・{workout.repCount}回
        </span>
      </Note>
      <RecordMarks marks={workout.marks} />
    </Link>
  );
}
