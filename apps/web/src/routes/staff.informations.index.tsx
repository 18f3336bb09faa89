import { IconSpeakerphone } from '@tabler/icons-react';
import type { StaffAnnouncement } from '@tanren/contract/members/staff-announcements';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { describeTime, stateOf } from '#features/members/staff/announcement-draft.ts';
import { StateMark } from '#features/members/staff/publication.tsx';
import classes from '#features/members/staff/staff-announcements.module.css';
import { staffAnnouncementsQuery } from '#features/members/staff/staff-announcements.queries.ts';
import { cardLink } from '#ui/lists/cards.tsx';
import { TableList, tableParts, tableRow } from '#ui/lists/table-list.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { EndlessList } from '#ui/lists/paged-list.tsx';
import { Page, wideAction } from '#ui/page.tsx';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { Note, Row, Text } from '#ui/layout.tsx';

export const Route = createFileRoute('/staff/informations/')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'お知らせの管理',
    parent: '/staff',
    group: 'staff',
  },
  loader: async ({ context: { queryClient } }) => {
    await queryClient.infiniteQuery({ ...staffAnnouncementsQuery, staleTime: 'static' });
  },
  component: StaffAnnouncementsPage,
});

const write = (
  <Link to="/staff/informations/new" className={primaryButtonLink} data-variant="default">
    お知らせを書く
  </Link>
);

function StaffAnnouncementsPage() {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useSuspenseInfiniteQuery(staffAnnouncementsQuery);
  const announcements = data.pages.flatMap(({ items }) => items);
  if (announcements.length === 0) {
    return (
      <Page title="お知らせの管理">
        <EmptyState Icon={IconSpeakerphone} text="お知らせはまだありません。" action={write} />
      </Page>
    );
  }
  return (
    <Page
      title="お知らせの管理"
      lead="公開すると、会員のお知らせに表示されます。"
      action={<div className={wideAction}>{write}</div>}
    >
      <EndlessList
        hasMore={hasNextPage}
        busy={isFetchingNextPage}
        failed={isFetchNextPageError}
        loadMore={() => void fetchNextPage()}
        skeleton={<Skeleton height={104} />}
      >
        <TableList columns="96px minmax(0, 1fr) 240px" names={['状態', '内容', '公開']}>
          {announcements.map((announcement) => (
            <AnnouncementRow key={announcement.id} announcement={announcement} />
          ))}
        </TableList>
      </EndlessList>
    </Page>
  );
}

function AnnouncementRow({ announcement }: { readonly announcement: StaffAnnouncement }) {
  const { id, content } = announcement;
  const [first = '', ...rest] = content.split('\n');
  return (
    <li>
      <Link
        to="/staff/informations/$informationId"
        params={{ informationId: id }}
        className={`${cardLink} ${tableRow} ${classes.row}`}
      >
        <Row as="span" gap={12} rowGap={4} align="center" wrap className={tableParts}>
          <StateMark state={stateOf(announcement)} />
          <Note as="span" className={classes.rowTime}>
            {describeTime(announcement)}
          </Note>
        </Row>
        <Text as="span" block weight={700} cut above={8} className={classes.first}>
          {first}
        </Text>
        <Note as="span" block cut optional className={classes.rest}>
          {rest.join(' ')}
        </Note>
      </Link>
    </li>
  );
}
