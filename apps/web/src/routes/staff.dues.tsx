import { IconBuildingStore } from '@tabler/icons-react';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { monthOf } from '@tanren/domain/memberships/memberships';
import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { gymsQuery } from '#entities/gyms/gyms.queries.ts';
import { readWorkGymSearch, type WorkGymSearch } from '#entities/gyms/work-gym-search.ts';
import { chooseWorkGym } from '#entities/gyms/work-gym.tsx';
import { DuesActions } from '#features/memberships/staff/dues/dues-actions.tsx';
import { DuesBar } from '#features/memberships/staff/dues/dues-bar.tsx';
import { DuesList } from '#features/memberships/staff/dues/dues-list.tsx';
import { DuesTotals, TransferList } from '#features/memberships/staff/dues/dues-totals.tsx';
import { duesQuery, type ShownDues } from '#features/memberships/staff/dues/staff-dues.queries.ts';
import { onlySearch } from '#lib/route-params.ts';
import { serverNow } from '#lib/server-time.ts';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Stack } from '#ui/layout.tsx';
import { Page } from '#ui/page.tsx';

interface DuesSearch extends WorkGymSearch {
  /** Month as `YYYY-MM`. Absent for the current one. */
  readonly month?: string;
  /** Absent for all memberships. */
  readonly show?: Exclude<ShownDues, 'all'>;
}

const validateSearch = onlySearch(readDuesSearch);

function readDuesSearch({ month, show, ...others }: Record<string, unknown>): DuesSearch {
  const isMonth = typeof month === 'string' && /^2\d{3}-(?:0[1-9]|1[0-2])$/.test(month);
  return {
    ...readWorkGymSearch(others),
    ...(isMonth ? { month } : {}),
    ...(show === 'open' ? { show } : {}),
  };
}

export const Route = createFileRoute('/staff/dues')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '会費',
    parent: '/staff',
    group: 'staff',
  },
  validateSearch,
  loaderDeps: ({ search }) => search,
  // The server logs who looked at a month, so hovering over the link must not request it.
  preload: false,
  loader: async ({ context: { queryClient }, deps }) => {
    const gymId = await chooseWorkGym(queryClient, deps);
    if (gymId === null) return null;
    const month = deps.month ?? monthOf(toGymDay(new Date(serverNow())));
    const show: ShownDues = deps.show ?? 'all';
    await queryClient.infiniteQuery(duesQuery({ gymId, month }, show));
    return { gymId, month, show };
  },
  component: StaffDuesPage,
});

const lead = '月ごとの請求と入金を管理します。閲覧と操作は、操作履歴に残ります。';

function StaffDuesPage() {
  const shown = Route.useLoaderData();
  return (
    <Page title="会費" lead={lead} wide>
      {shown === null ? (
        <EmptyState Icon={IconBuildingStore} text="店舗がまだ登録されていません。" />
      ) : (
        <MonthOfGym {...shown} />
      )}
    </Page>
  );
}

interface MonthOfGymProps {
  readonly gymId: number;
  readonly month: string;
  readonly show: ShownDues;
}

function MonthOfGym({ gymId, month, show }: MonthOfGymProps) {
  const { data: gyms } = useSuspenseQuery(gymsQuery);
  const query = useSuspenseInfiniteQuery(duesQuery({ gymId, month }, show));
  const { pages } = query.data;
  const [first] = pages;
  if (first === undefined) return null;
  const { gymName, sums, transfers } = first;
  return (
    <>
      <DuesBar gyms={gyms} gymId={gymId} gymName={gymName} month={month} />
      <Stack from={1024} gap={24} align="start">
        <Stack gap={24}>
          <DuesTotals month={month} sums={sums} />
          <TransferList transfers={transfers} />
        </Stack>
        <DuesActions key={`${gymId} ${month}`} gymId={gymId} month={month} sums={sums} />
      </Stack>
      <DuesList
        gymId={gymId}
        month={month}
        show={show}
        sums={sums}
        rows={pages.flatMap(({ items }) => items)}
        query={query}
      />
    </>
  );
}
