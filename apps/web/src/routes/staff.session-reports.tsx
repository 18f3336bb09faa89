import { usePageBusy } from '#lib/page-state.tsx';
import { IconCircleCheck } from '@tabler/icons-react';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { ReportCard } from '#features/menus/staff/report-card.tsx';
import {
  type ReportState,
  staffReportsQuery,
} from '#features/menus/staff/staff-menu-reports.queries.ts';
import { onlySearch } from '#lib/route-params.ts';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Page } from '#ui/page.tsx';
import { PagedList } from '#ui/lists/paged-list.tsx';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { segment, Segments } from '#ui/lists/chips.tsx';
import { TableList } from '#ui/lists/table-list.tsx';

/** Reads the state. Open reports are the default and need no search parameter. */
const validateSearch = onlySearch(({ state }): { readonly state?: 'decided' } =>
  state === 'decided' ? { state } : {},
);

export const Route = createFileRoute('/staff/session-reports')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '報告',
    parent: '/staff',
    group: 'staff',
  },
  validateSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps: { state } }) => {
    await queryClient.infiniteQuery(staffReportsQuery(state ?? 'open'));
  },
  component: MenuReportsPage,
});

/**
 * Option of the links: by default, one without a search would be marked together with every other.
 */
const exactly = { exact: true };
const cardHeight = 320;

function MenuReportsPage() {
  const { state = 'open' } = Route.useSearch();
  const query = useSuspenseInfiniteQuery(staffReportsQuery(state));
  const busy = usePageBusy();
  const reports = query.data.pages.flatMap(({ items }) => items);
  return (
    <Page title="報告" lead="公開されたメニューについて、会員から届いた報告です。">
      <Segments label="報告の状態">
        <Link to="/staff/session-reports" search={{}} className={segment} activeOptions={exactly}>
          未対応
        </Link>
        <Link
          to="/staff/session-reports"
          search={{ state: 'decided' }}
          className={segment}
          activeOptions={exactly}
        >
          対応済み
        </Link>
      </Segments>
      {reports.length === 0 ? (
        <Nothing state={state} />
      ) : (
        <PagedList query={query} itemHeight={cardHeight} busy={busy}>
          <TableList
            columns="minmax(0, 1fr) minmax(0, 1.2fr) minmax(0, 2fr) 168px"
            names={['報告', 'くわしい内容', 'メニュー', '対応']}
          >
            {reports.map((report) => (
              <li key={report.id}>
                <ReportCard report={report} />
              </li>
            ))}
          </TableList>
        </PagedList>
      )}
    </Page>
  );
}

function Nothing({ state }: { readonly state: ReportState }) {
  return state === 'open' ? (
    <EmptyState
      Icon={IconCircleCheck}
      text="未対応の報告はありません。"
      action={
        <Link
          to="/staff/session-reports"
          search={{ state: 'decided' }}
          className={primaryButtonLink}
          data-variant="default"
        >
          対応済みを見る
        </Link>
      }
    />
  ) : (
    <EmptyState
      Icon={IconCircleCheck}
      text="対応済みの報告はまだありません。"
      action={
        <Link
          to="/staff/session-reports"
          search={{}}
          className={primaryButtonLink}
          data-variant="default"
        >
          未対応を見る
        </Link>
      }
    />
  );
}
