import type { Workout } from '@tanren/contract/workouts';
import type { ReactNode } from 'react';
import { formatKg } from '#lib/number-format.ts';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { Amount, LegendMark, type SeriesColor } from '#ui/charts/amount.tsx';
import { cardLink } from '#ui/lists/cards.tsx';
import { PersonalBestMark } from './personal-best-mark.tsx';
import classes from './workout-card.module.css';
import { OwnWorkoutLink, type WorkoutLink } from './workout-link.tsx';

interface WorkoutCardProps {
  readonly workout: Workout;
  /** When it was, as exactly as its surroundings leave open. */
  readonly when: string;
  readonly link?: WorkoutLink | undefined;
}

export function WorkoutCard({ workout, when, link: To = OwnWorkoutLink }: WorkoutCardProps) {
  return (
    <To workoutId={workout.id} className={`${cardLink} ${classes.card}`}>
      <span className={classes.head}>
        <span className={classes.name}>{nameWorkoutType(workout.workoutTypeId)}</span>
        {workout.personalBests.length > 0 ? <PersonalBestMark /> : null}
        <time className={classes.time} dateTime={workout.startedAt}>
          {when}
        </time>
      </span>
      <span className={classes.numbers}>
        <Labelled label="最大負荷" color="cyan">
          <Amount value={formatKg(workout.max)} unit="kg" />
        </Labelled>
        <Labelled label="総発揮力" color="green">
          <Amount value={formatKg(workout.tfo)} unit="kg" />
        </Labelled>
        <Labelled label={`${workout.setCount}セット`}>
          <Amount value={String(workout.repCount)} unit="回" />
        </Labelled>
      </span>
    </To>
  );
}

interface LabelledProps {
  readonly label: string;
  readonly color?: SeriesColor;
  readonly children: ReactNode;
}

function Labelled({ label, color, children }: LabelledProps) {
  return (
    <span className={classes.number}>
      <span className={classes.label}>
        {color === undefined ? null : <LegendMark color={color} />}
        {label}
      </span>
      {children}
    </span>
  );
}
