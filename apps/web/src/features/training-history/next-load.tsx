import type { WorkoutLoad } from '@tanren/contract/workout-loads';
import { formatShortGymDate, gymDayOf } from '#lib/dates.ts';
import { formatKg } from '#lib/number-format.ts';
import { explainNextLoad } from '#entities/workouts/next-load-text.ts';
import { Amount } from '#ui/charts/amount.tsx';
import { Card } from '#ui/lists/cards.tsx';
import classes from './next-load.module.css';

/** What to set the machine to next time, and why. */
export function NextLoad({ load }: { readonly load: WorkoutLoad }) {
  const lastDay = formatShortGymDate(gymDayOf(load.lastWorkoutAt));
  return (
    <Card heading="次回の重さ">
      <div className={classes.next}>
        <Amount value={formatKg(load.nextLoad)} unit="kg" size={44} />
        <p className={classes.reason}>{explainNextLoad(load)}</p>
        <p className={classes.last}>前回のトレーニング: {lastDay}</p>
      </div>
    </Card>
  );
}
