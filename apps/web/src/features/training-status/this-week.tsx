import { IconChevronRight } from '@tabler/icons-react';
import { toGymDay } from '@tanren/domain/gym-day';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { cardLink } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { trainingStatusQuery } from './training-status.queries.ts';
import { WeekSummary } from './week-summary.tsx';
import classes from './this-week.module.css';

/** On the home page: the week at a glance, and the way to the whole status. */
export function ThisWeek() {
  const { data: status, isPending } = useQuery(trainingStatusQuery);
  const [today] = useState(() => toGymDay(new Date()));
  if (isPending) return <Skeleton height={161} />;
  // A failure is told by the notifier; the page does without.
  if (!status) return null;
  return (
    <Link to="/training-status" className={cardLink}>
      <div className={classes.head}>
        <h2>今週のトレーニング</h2>
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </div>
      <WeekSummary status={status} today={today} />
    </Link>
  );
}
