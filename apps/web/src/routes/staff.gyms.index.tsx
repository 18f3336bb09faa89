import { gymsQuery } from '#entities/gyms/gyms.queries.ts';
import { IconBuildingStore, IconChevronRight } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import classes from '#features/gyms/staff/staff-gyms.module.css';
import { cardLink } from '#ui/lists/cards.tsx';
import { TableList, tableParts, tableRow } from '#ui/lists/table-list.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Page, wideAction } from '#ui/page.tsx';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { look, Note, Stack, Text } from '#ui/layout.tsx';

export const Route = createFileRoute('/staff/gyms/')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '店舗の一覧',
    parent: '/staff',
    group: 'staff',
  },
  loader: async ({ context: { queryClient } }) => {
    await queryClient.query({ ...gymsQuery, staleTime: 3_000 });
  },
  component: StaffGymsPage,
});

const add = (
  <Link to="/staff/gyms/new" className={primaryButtonLink} data-variant="default">
    店舗を追加する
  </Link>
);

function StaffGymsPage() {
  const { data: gyms } = useSuspenseQuery(gymsQuery);
  if (gyms.length === 0) {
    return (
      <Page title="店舗の一覧">
        <EmptyState Icon={IconBuildingStore} text="店舗はまだありません。" action={add} />
      </Page>
    );
  }
  return (
    <Page
      title="店舗の一覧"
      lead="基本情報、営業時間、料金プランを変更できます。"
      action={<div className={wideAction}>{add}</div>}
    >
      <TableList columns="minmax(0, 1fr) minmax(0, 2fr) 20px" names={['店舗名', '住所']} paired>
        {gyms.map(({ id, name, address }) => (
          <li key={id}>
            <Link
              to="/staff/gyms/$gymId"
              params={{ gymId: id }}
              className={`${cardLink} ${look('row', 'align-center', 'gap-12')} ${tableRow} ${classes.gym}`}
            >
              <Stack as="span" grow className={tableParts}>
                <Text as="span" weight={700}>
                  {name}
                </Text>
                <Note as="span">{address}</Note>
              </Stack>
              <IconChevronRight size={20} stroke={1.75} aria-hidden className={look('quiet')} />
            </Link>
          </li>
        ))}
      </TableList>
    </Page>
  );
}
