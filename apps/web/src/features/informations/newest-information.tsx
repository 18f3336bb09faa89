import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatGymDate } from '#lib/dates.ts';
import { LoadAgainIfMissing } from '#ui/load-again.tsx';
import { informationsQuery } from './informations.queries.ts';
import { useUnread } from './use-unread.ts';
import classes from './newest-information.module.css';

/** On the home page, as long as there is something unread: the newest announcement's first line. */
export function NewestInformation() {
  const unread = useUnread();
  const query = useQuery(informationsQuery);
  const newest = query.data?.[0];
  if (!unread || !newest) return <LoadAgainIfMissing what="お知らせ" query={query} />;
  return (
    <Link to="/informations" className={classes.card}>
      <span className={classes.head}>
        <span className={classes.mark}>未読のお知らせ</span>
        <time dateTime={newest.publishedDt}>{formatGymDate(newest.publishedDt)}</time>
      </span>
      <span className={classes.line}>{newest.content.split('\n', 1)[0]}</span>
    </Link>
  );
}
