import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { splitTitle } from '#entities/members/announcement-card.tsx';
import { announcementsQuery, useUnread } from '#entities/members/announcements.queries.ts';
import { formatGymDate } from '#lib/dates.ts';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';
import { look, Row, Text } from '#ui/layout.tsx';
import { cardLink } from '#ui/lists/cards.tsx';
import classes from './unread-announcements.module.css';

/**
 * Refetch interval in milliseconds. It is short enough for a gym's announcements, and the answer
 * has only a few kilobytes.
 */
const refetchMs = 5 * 60_000;

/** Links to the announcements in the header, with a dot while there are unread ones. */
export function UnreadBell() {
  // New announcements appear while a page is open. The bell is on every page and refetches only
  // while the page is visible. The query client itself refetches when the page becomes visible
  // again.
  useQuery({ ...announcementsQuery, refetchInterval: refetchMs });
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

/** Shows the title of the newest announcement on the home page while there are unread ones. */
export function NewestAnnouncement() {
  const unread = useUnread();
  const query = useQuery(announcementsQuery);
  const newest = query.data?.[0];
  if (!unread || !newest) return <LoadAgainIfMissing what="お知らせ" query={query} />;
  return (
    <Link
      to="/informations/$informationId"
      params={{ informationId: newest.id }}
      className={`${cardLink} ${look('stack', 'gap-4')}`}
    >
      <Row as="span" gap={8} rowGap={0} justify="between" wrap size={14} quiet>
        <Text as="strong" bright>
          未読のお知らせ
        </Text>
        <time dateTime={newest.publishedDt}>{formatGymDate(newest.publishedDt)}</time>
      </Row>
      <Text as="span" leading="snug" className={classes.line}>
        {splitTitle(newest.content).title}
      </Text>
    </Link>
  );
}
