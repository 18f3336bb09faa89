import { IconChevronRight } from '@tabler/icons-react';
import { toGymDay } from '@tanren/domain/gym-time';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { serverNow } from '#lib/server-time.ts';
import { Card, cardLink } from '#ui/lists/cards.tsx';
import { isMissing, LoadAgain, Skeleton } from '#ui/feedback/loading.tsx';
import { trainingStatusQuery } from './training-status.queries.ts';
import { WeekSummary } from './week-summary.tsx';
import classes from './this-week.module.css';

/** On the home page: the week at a glance, and the way to the whole status. */
export function ThisWeek() {
  const query = useQuery(trainingStatusQuery);
  const { data: status } = query;
  const [today] = useState(() => toGymDay(new Date(serverNow())));
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
      <div className={classes.head}>
        <h2>今週のトレーニング</h2>
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </div>
      <WeekSummary status={status} today={today} />
    </Link>
  );
}
