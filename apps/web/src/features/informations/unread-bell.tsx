import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useUnread } from './use-unread.ts';
import classes from './unread-bell.module.css';

/** In the header: the way to the announcements, with a dot while there are new ones. */
export function UnreadBell() {
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
