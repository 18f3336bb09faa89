import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { splitTitle } from '#entities/members/announcement-card.tsx';
import { informationsQuery, useUnread } from '#entities/members/announcements.queries.ts';
import { formatGymDate } from '#lib/dates.ts';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';
import classes from './unread-announcements.module.css';

/** Often enough for news of a gym, and a call of a few kilobytes. */
const askAgainMs = 5 * 60_000;

/** In the header: the way to the announcements, with a dot while there are new ones. */
export function UnreadBell() {
  // New ones come while a page is open. It is on every page, and asks only while that is seen; when
  // it is seen again the query client asks by its own rule.
  useQuery({ ...informationsQuery, refetchInterval: askAgainMs });
  const unread = useUnread();
  return (
    <Link
      to="/informations"
      className={classes.bell}
      aria-label={unread ? 'お知らせ（未読あり）' : 'お知らせ'}
    >
      <IconBell size={24} stroke={1.75} aria-hidden />
      {unread ? <span className={classes.dot} aria-hidden /> : null}
    </Link>
  );
}

/** On the home page, as long as there is something unread: the newest announcement by its title. */
export function NewestInformation() {
  const unread = useUnread();
  const query = useQuery(informationsQuery);
  const newest = query.data?.[0];
  if (!unread || !newest) return <LoadAgainIfMissing what="お知らせ" query={query} />;
  return (
    <Link
      to="/informations/$informationId"
      params={{ informationId: newest.id }}
      className={classes.card}
    >
      <span className={classes.head}>
        <span className={classes.mark}>未読のお知らせ</span>
        <time dateTime={newest.publishedDt}>{formatGymDate(newest.publishedDt)}</time>
      </span>
      <span className={classes.line}>{splitTitle(newest.content).title}</span>
    </Link>
  );
}
