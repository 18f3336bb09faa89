import { IconCheck } from '@tabler/icons-react';
import type { TrainingStatus } from '@tanren/contract/training-status';
import { addDays } from '@tanren/domain/gym-time';
import { formatShortGymDate } from '#lib/dates.ts';
import classes from './week-strip.module.css';

/** As statistics count, not as calendars print. */
const weekdays = ['月', '火', '水', '木', '金', '土', '日'];

interface WeekStripProps {
  readonly status: TrainingStatus;
  readonly today: string;
}

/** Monday to Sunday, with a mark on the days that were trained. */
export function WeekStrip({ status: { weekStartsOn, trainedDays }, today }: WeekStripProps) {
  return (
    <ol className={classes.week} aria-label="今週">
      {weekdays.map((weekday, index) => {
        const day = addDays(weekStartsOn, index);
        const trained = trainedDays.includes(day);
        return (
          <li key={day} className={classes.day} aria-current={day === today ? 'date' : undefined}>
            <span className={classes.mark} data-trained={trained || undefined}>
              {trained ? <IconCheck size={20} stroke={2.5} aria-hidden /> : null}
            </span>
            <span aria-hidden>{weekday}</span>
            <span className={classes.hidden}>
              {formatShortGymDate(day)}
              {trained ? ' トレーニングしました' : ''}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
