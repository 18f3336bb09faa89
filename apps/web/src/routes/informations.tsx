import { IconChevronRight } from '@tabler/icons-react';
import type { Announcement } from '@tanren/contract/members/announcements';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, Outlet, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { AnnouncementText, splitTitle } from '#entities/members/announcement-card.tsx';
import {
  announcementsQuery,
  markReadIfShown,
  useUnopened,
} from '#entities/members/announcements.queries.ts';
import classes from '#features/members/announcements/announcements.module.css';
import { formatGymDate } from '#lib/dates.ts';
import { useMediaQuery } from '#ui/device.ts';
import { Box, look, Row, Stack, Text } from '#ui/layout.tsx';
import { menuRow, RowList } from '#ui/lists/menu-section.tsx';

export const Route = createFileRoute('/informations')({
  // Each page below has its own declaration. This route is never a page by itself.
  staticData: { access: 'default', layout: 'auth', title: 'お知らせ', parent: null },
  loader: async ({ context: { queryClient } }) => {
    await queryClient.query(announcementsQuery);
  },
  component: AnnouncementsLayout,
});

/**
 * Shows the titles, with the texts of new announcements, and the chosen announcement beside them or
 * in their place.
 */
function AnnouncementsLayout() {
  const { data: announcements } = useSuspenseQuery(announcementsQuery);
  const { informationId = null } = useParams({ strict: false });
  const unopened = useUnopened();
  const isBeside = useMediaQuery('(min-width: 768px)');
  const isListShown = isBeside || informationId === null;
  useEffect(() => {
    markReadIfShown(announcements, (id) => isListShown || id === informationId);
  }, [announcements, informationId, isListShown]);
  return (
    <Stack
      gap={24}
      align="start"
      padding="24 0"
      className={classes.columns}
      data-open={informationId !== null || undefined}
      data-wide
    >
      <section aria-label="お知らせの一覧">
        <Text as={informationId === null ? 'h1' : 'h2'} size={28} leading="tight" below={16}>
          お知らせ
        </Text>
        {announcements.length === 0 ? (
          <Text quiet>お知らせはまだありません。</Text>
        ) : (
          <RowList>
            {announcements.map((announcement, index) => (
              <AnnouncementRow
                key={announcement.id}
                announcement={announcement}
                isNew={unopened.includes(announcement.id)}
                isShown={informationId === null ? index === 0 : announcement.id === informationId}
              />
            ))}
          </RowList>
        )}
      </section>
      <Outlet />
    </Stack>
  );
}

interface AnnouncementRowProps {
  readonly announcement: Announcement;
  /**
   * Whether it is new. New announcements show their text, so that opening the list counts as
   * reading.
   */
  readonly isNew: boolean;
  /** Whether the announcement is shown beside the list on wide screens. */
  readonly isShown: boolean;
}

function AnnouncementRow({ announcement, isNew, isShown }: AnnouncementRowProps) {
  const { id, publishedDt, content } = announcement;
  const { title, text } = splitTitle(content);
  return (
    <li>
      <Link
        to="/informations/$informationId"
        params={{ informationId: id }}
        className={`${menuRow} ${look('tall-72', 'gap-12', 'padding-12-16')} ${classes.row}`}
        data-shown={isShown || undefined}
      >
        <Stack as="span" gap={4} grow>
          <Row as="span" gap={8} align="center" size={14} quiet leading="tight">
            <time dateTime={publishedDt}>{formatGymDate(publishedDt)}</time>
            {isNew ? (
              <Text
                as="span"
                size={12}
                weight={700}
                leading="snug"
                bright
                className={classes.unopened}
              >
                新着
              </Text>
            ) : null}
          </Row>
          <Text as="span" weight={isNew ? 700 : undefined} leading="snug">
            {title}
          </Text>
        </Stack>
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </Link>
      {isNew ? (
        <Box optional className={classes.text}>
          <AnnouncementText text={text} />
        </Box>
      ) : null}
    </li>
  );
}
