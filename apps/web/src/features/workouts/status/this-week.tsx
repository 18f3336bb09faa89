import { IconCheck, IconChevronRight } from '@tabler/icons-react';
import { getTrainingStatus, type TrainingStatus } from '@tanren/contract/workouts/training-status';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import { weeklyDaysGoal } from '@tanren/domain/workouts/training-weeks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callApi } from '#lib/api.ts';
import { formatShortGymDate } from '#lib/dates.ts';
import { useNow } from '#lib/server-time.ts';
import { Amount } from '#ui/charts/amount.tsx';
import { isMissing, LoadAgain, Skeleton } from '#ui/feedback/loading.tsx';
import { Note, Row, Stack } from '#ui/layout.tsx';
import { Card, cardLink } from '#ui/lists/cards.tsx';
import { WeightStack } from '#ui/weight-stack.tsx';
import classes from './this-week.module.css';

export const trainingStatusQuery = queryOptions({
  queryKey: ['training-status'],
  queryFn: ({ signal }) => callApi(getTrainingStatus, {}, signal),
});

/** Shows a summary of the week on the home page, with a link to the whole status. */
export function ThisWeek() {
  const query = useQuery(trainingStatusQuery);
  const { data: status } = query;
  const today = toGymDay(new Date(useNow(60_000)));
  if (isMissing(query)) {
    return (
      <Card heading="今週のトレーニング">
        <LoadAgain what="今週のトレーニング" query={query} />
      </Card>
    );
  }
  if (!status) return <Skeleton height={161} />;
  return (
    <Link to="/training-status" className={cardLink}>
      <Row align="center" justify="between" className={classes.head}>
        <h2>今週のトレーニング</h2>
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </Row>
      <WeekSummary status={status} today={today} />
    </Link>
  );
}

interface WeekSummaryProps {
  readonly status: TrainingStatus;
  readonly today: string;
}

/**
 * Shows the number of trained days compared with the goal, as a number and as plates, the days, and
 * the streak in weeks.
 */
export function WeekSummary({ status, today }: WeekSummaryProps) {
  const { trainedDays, streakWeeks } = status;
  return (
    <>
      <Row gap={12} align="center" below={12}>
        <WeightStack
          small
          groups={[trainedDays.length]}
          missing={Math.max(0, weeklyDaysGoal.to - trainedDays.length)}
        />
        <Row as="p" wrap align="baseline" justify="between" gap={16} rowGap={0} grow>
          <span>
            <Amount value={String(trainedDays.length)} unit="日" size={28} />{' '}
            <Note as="span" className={classes.goal}>
              目安 週{weeklyDaysGoal.from}〜{weeklyDaysGoal.to}日
            </Note>
          </span>
          {streakWeeks > 0 ? (
            <span>
              <Amount value={String(streakWeeks)} unit="週連続" />
            </span>
          ) : null}
        </Row>
      </Row>
      <WeekStrip status={status} today={today} />
    </>
  );
}

/** Weekdays from Monday, as statistics count them. Printed calendars in Japan start on Sunday. */
const weekdays = ['月', '火', '水', '木', '金', '土', '日'];

interface WeekStripProps {
  readonly status: TrainingStatus;
  readonly today: string;
}

/** Shows Monday to Sunday, with a mark on each trained day. */
function WeekStrip({ status: { weekStartsOn, trainedDays }, today }: WeekStripProps) {
  return (
    <Stack as="ol" className={classes.week} aria-label="今週">
      {weekdays.map((weekday, index) => {
        const day = addDays(weekStartsOn, index);
        const trained = trainedDays.includes(day);
        return (
          <li key={day} className={classes.day} aria-current={day === today ? 'date' : undefined}>
            <span className={classes.mark} data-trained={trained || undefined}>
              {trained ? <IconCheck size={20} stroke={2.5} aria-hidden /> : null}
            </span>
            <span aria-hidden>{weekday}</span>
            <span className="visually-hidden">
              {formatShortGymDate(day)}
              {trained ? ' トレーニングしました' : ''}
            </span>
          </li>
        );
      })}
    </Stack>
  );
}
