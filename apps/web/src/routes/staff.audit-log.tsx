import { usePageBusy } from '#lib/page-state.tsx';
import { IconHistory } from '@tabler/icons-react';
import { listAuditLog } from '@tanren/contract/staff/staff-audit-log';
import { infiniteQueryOptions, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { AuditEntries } from '#features/staff/audit-entry-card.tsx';
import { actionChoices, isStaffAction } from '#features/staff/audit-words.ts';
import classes from '#features/staff/staff-audit-log.module.css';
import { callApi } from '#lib/api.ts';
import { onlySearch } from '#lib/route-params.ts';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { FilterSelect } from '#ui/forms/select-fields.tsx';
import { Page } from '#ui/page.tsx';
import { PagedList } from '#ui/lists/paged-list.tsx';
import { primaryButtonLink } from '#ui/buttons.tsx';

const validateSearch = onlySearch(readAuditSearch);

export const Route = createFileRoute('/staff/audit-log')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '操作履歴',
    parent: '/staff',
    group: 'staff',
  },
  validateSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    await queryClient.infiniteQuery(auditLogQuery(deps));
  },
  component: AuditLogPage,
});

interface AuditSearch {
  /** Action to filter by. The page ignores an unknown one. */
  readonly action?: string;
}

function readAuditSearch({ action }: Record<string, unknown>): AuditSearch {
  return typeof action === 'string' ? { action } : {};
}

function auditLogQuery({ action }: AuditSearch) {
  const filter = isStaffAction(action) ? { action } : {};
  return infiniteQueryOptions({
    queryKey: ['staff-audit-log', filter],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        listAuditLog,
        { querystring: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Staff open this page right after an action elsewhere, so the list must be fresh.
    staleTime: 0,
  });
}

const cardHeight = 104;

function AuditLogPage() {
  const search = Route.useSearch();
  const navigate = useNavigate();
  const query = useSuspenseInfiniteQuery(auditLogQuery(search));
  const busy = usePageBusy();
  const entries = query.data.pages.flatMap(({ items }) => items);
  return (
    <Page
      title="操作履歴"
      lead="スタッフが行った操作の記録です。3年間保存され、変更や削除はできません。"
    >
      <div className={classes.filter}>
        <FilterSelect
          label="操作"
          value={isStaffAction(search.action) ? search.action : null}
          choices={actionChoices}
          onChoose={(action) =>
            void navigate({
              to: '/staff/audit-log',
              search: action === null ? {} : { action },
              replace: true,
            })
          }
        />
      </div>
      {entries.length === 0 ? (
        <NoEntries filtered={search.action !== undefined} />
      ) : (
        <PagedList query={query} itemHeight={cardHeight} busy={busy}>
          <AuditEntries entries={entries} />
        </PagedList>
      )}
    </Page>
  );
}

function NoEntries({ filtered }: { readonly filtered: boolean }) {
  if (!filtered) return <EmptyState Icon={IconHistory} text="操作の記録はまだありません。" />;
  return (
    <EmptyState
      Icon={IconHistory}
      text="この操作の記録はありません。"
      action={
        <Link
          to="/staff/audit-log"
          search={{}}
          className={primaryButtonLink}
          data-variant="default"
        >
          すべて表示する
        </Link>
      }
    />
  );
}
