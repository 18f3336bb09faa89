import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { informationsQuery } from './informations.queries.ts';
import { useUnread } from './use-unread.ts';
import classes from './unread-bell.module.css';

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
