import type { WorkoutDetail } from '@tanren/contract/workouts';
import type { ReactNode } from 'react';
import { formatGymClock, formatGymDate, gymDayOf } from '#lib/dates.ts';
import { CorrectionNotice } from './correction-notice.tsx';
import { PersonalBestBadge } from './personal-best-mark.tsx';
import { RepChart } from './rep-chart.tsx';
import { RepTable, SetTable } from './set-table.tsx';
import { WorkoutNumbers } from './workout-numbers.tsx';
import classes from './workout-screen.module.css';

/** `2026年11月15日(日) 18:05〜18:12`. */
export function WorkoutTime({ workout }: { readonly workout: WorkoutDetail }) {
  const { startedAt, endedAt } = workout;
  return (
    <time dateTime={startedAt}>
      {formatGymDate(gymDayOf(startedAt))} {formatGymClock(startedAt)}〜{formatGymClock(endedAt)}
    </time>
  );
}

interface WorkoutPartsProps {
  readonly workout: WorkoutDetail;
  /** Where to go from it. */
  readonly links: ReactNode;
}

/** Everything of one workout, down to each rep. */
export function WorkoutParts({ workout, links }: WorkoutPartsProps) {
  return (
    <>
      <CorrectionNotice correction={workout.correction} />
      <PersonalBestBadge kinds={workout.personalBests} />
      <WorkoutNumbers workout={workout} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <RepChart sets={workout.sets} />
          <RepTable sets={workout.sets} />
        </div>
        <div className={classes.column}>
          <SetTable sets={workout.sets} />
          {links}
        </div>
      </div>
    </>
  );
}
