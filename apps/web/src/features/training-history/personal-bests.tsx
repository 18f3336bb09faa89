import type { WorkoutHistory } from '@tanren/contract/workout-history';
import { formatGymDate, gymDayOf } from '#lib/dates.ts';
import { formatKg } from '#lib/number-format.ts';
import { Amount, LegendMark, type SeriesColor } from '#ui/charts/amount.tsx';
import { Card } from '#ui/lists/cards.tsx';
import type { HistoryWorkoutLink } from './history-workout-link.tsx';
import classes from './personal-bests.module.css';

type Bests = NonNullable<WorkoutHistory['bests']>;

interface PersonalBestsProps {
  readonly bests: Bests;
  readonly workoutLink: HistoryWorkoutLink;
}

/** Of all time, whatever the charts show. */
export function PersonalBests({ bests, workoutLink }: PersonalBestsProps) {
  return (
    <Card heading="自己ベスト">
      <dl className={classes.bests}>
        <BestRow label="最大負荷" color="cyan" best={bests.max} workoutLink={workoutLink} />
        <BestRow label="総発揮力" color="green" best={bests.tfo} workoutLink={workoutLink} />
        <BestRow label="推定1RM" color="blue" best={bests.oneRepMax} workoutLink={workoutLink} />
      </dl>
    </Card>
  );
}

interface BestRowProps {
  readonly label: string;
  readonly color: SeriesColor;
  readonly best: Bests['oneRepMax'];
  readonly workoutLink: HistoryWorkoutLink;
}

function BestRow({ label, color, best, workoutLink: To }: BestRowProps) {
  return (
    <div className={classes.best}>
      <dt>
        <LegendMark color={color} />
        {label}
      </dt>
      {best === null ? (
        <dd className={classes.none}>10回以下のセットを行うと推定できます。</dd>
      ) : (
        <>
          <dd>
            <Amount value={formatKg(best.value)} unit="kg" />
          </dd>
          <dd className={classes.day}>
            <To workoutId={best.workoutId}>{formatGymDate(gymDayOf(best.achievedAt))}</To>
          </dd>
        </>
      )}
    </div>
  );
}
