import type { Workout } from '@tanren/contract/workouts/workouts';
import type { PersonalBestKind } from '@tanren/domain/workouts/personal-bests';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RecordMarks } from '#entities/workouts/record-marks.tsx';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { personalBestNames, PersonalBestSign } from '#entities/workouts/personal-best.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { formatClockOfDay, formatGymDate } from '#lib/dates.ts';
import { formatKg } from '#lib/number-format.ts';
import { Amount, Labelled } from '#ui/charts/amount.tsx';
import { Note, Row, Stack, Text } from '#ui/layout.tsx';
import { cardLink, CardList } from '#ui/lists/cards.tsx';
import classes from './workout.module.css';

interface WorkoutDaysProps {
  readonly workouts: readonly Workout[];
  readonly link?: WorkoutLink;
}

/** Shows the workouts of each day below a heading that stays visible. */
export function WorkoutDays({ workouts, link }: WorkoutDaysProps) {
  return (
    <Stack gap={24}>
      {groupByDay(workouts).map(({ day, workouts: ofDay }) => (
        <section key={day} aria-label={formatGymDate(day)}>
          <Text as="h2" size={14} weight={500} leading="snug" className={classes.dayHeading}>
            <time dateTime={day}>{formatGymDate(day)}</time>
          </Text>
          <CardList>
            {ofDay.map((workout) => (
              <li key={workout.id}>
                <WorkoutCard
                  workout={workout}
                  when={formatClockOfDay(workout.startedAt, day)}
                  link={link}
                />
              </li>
            ))}
          </CardList>
        </section>
      ))}
    </Stack>
  );
}

interface Day<T> {
  readonly day: string;
  readonly workouts: T[];
}

/**
 * Groups the workouts by gym day and keeps their order. One gym's day may still run when the next
 * has begun in another gym.
 */
export function groupByDay<T extends { readonly gymDay: string }>(
  workouts: readonly T[],
): Day<T>[] {
  const days = new Map<string, Day<T>>();
  for (const workout of workouts) {
    const { gymDay: day } = workout;
    const known = days.get(day);
    if (known === undefined) days.set(day, { day, workouts: [workout] });
    else known.workouts.push(workout);
  }
  return [...days.values()];
}

interface WorkoutCardProps {
  readonly workout: Workout;
  /** Time of the workout, as precise as the context requires. */
  readonly when: string;
  readonly link?: WorkoutLink | undefined;
}

function WorkoutCard({ workout, when, link: To = OwnWorkoutLink }: WorkoutCardProps) {
  return (
    <To workoutId={workout.id} className={`${cardLink} ${classes.card}`}>
      <MachineDrawing workoutTypeId={workout.workoutTypeId} size={48} />
      <Stack as="span" gap={8} rowGap={0} align="baseline" columns="1fr auto">
        <span className={classes.name}>{nameWorkoutType(workout.workoutTypeId)}</span>
        <Note as="time" dateTime={workout.startedAt}>
          {when}
        </Note>
        <Row as="span" gap={12} rowGap={0} align="center" wrap across>
          {workout.personalBests.length === 0 ? null : (
            <span className={classes.best}>
              <PersonalBestSign size={16} />
              <span>自己ベスト・{namePersonalBests(workout.personalBests)}</span>
            </span>
          )}
          <RecordMarks marks={workout.marks} />
        </Row>
      </Stack>
      <Stack as="span" gap={8} nowrap className={classes.cardNumbers}>
        <Labelled label="最大重量" color="cyan">
          <Amount value={formatKg(workout.max)} unit="kg" />
        </Labelled>
        <Labelled label="総発揮力" color="green">
          <Amount value={formatKg(workout.tfo)} unit="kg" />
        </Labelled>
        <Labelled label={`${workout.setCount}セット`}>
          <Amount value={String(workout.repCount)} unit="回" />
        </Labelled>
      </Stack>
    </To>
  );
}

interface WorkoutLinkProps {
  readonly workoutId: number;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Link to a workout. Members and trainers have different pages for it. */
type WorkoutLink = (props: WorkoutLinkProps) => ReactNode;

function OwnWorkoutLink({ workoutId, className, children }: WorkoutLinkProps) {
  return (
    <Link to="/workouts/$workoutId" params={{ workoutId }} className={className}>
      {children}
    </Link>
  );
}

/** Shows on a workout which personal bests it set. */
export function PersonalBestBadge({ kinds }: { readonly kinds: readonly PersonalBestKind[] }) {
  if (kinds.length === 0) return null;
  return (
    <Row as="p" gap={8} align="center" weight={700}>
      <PersonalBestSign size={24} celebrates />
      自己ベスト更新！（{namePersonalBests(kinds)}）
    </Row>
  );
}

function namePersonalBests(kinds: readonly PersonalBestKind[]): string {
  return kinds.map((kind) => personalBestNames[kind]).join('・');
}
