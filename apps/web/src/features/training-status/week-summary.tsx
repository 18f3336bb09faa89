import type { TrainingStatus } from '@tanren/contract/training-status';
import { weeklyDaysGoal } from '@tanren/domain/training-weeks';
import { Amount } from '#ui/charts/amount.tsx';
import { WeekStrip } from './week-strip.tsx';
import classes from './week-strip.module.css';

interface WeekSummaryProps {
  readonly status: TrainingStatus;
  readonly today: string;
}

/** Days trained against the goal, the days themselves, and how many weeks it has gone on. */
export function WeekSummary({ status, today }: WeekSummaryProps) {
  return (
    <>
      <p className={classes.head}>
        <span>
          <Amount value={String(status.trainedDays.length)} unit="日" size={28} />{' '}
          <span className={classes.goal}>
            目安 週{weeklyDaysGoal.from}〜{weeklyDaysGoal.to}日
          </span>
        </span>
        {status.streakWeeks > 0 ? (
          <span>
            <Amount value={String(status.streakWeeks)} unit="週連続" />
          </span>
        ) : null}
      </p>
      <WeekStrip status={status} today={today} />
    </>
  );
}
