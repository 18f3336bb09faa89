import { IconHistory } from '@tabler/icons-react';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { usePageBusy } from '#lib/page-state.tsx';
import { CardList } from '#ui/card-list.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FilterSelect } from '#ui/filter-select.tsx';
import { Page } from '#ui/page.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { primaryButtonLink } from '#ui/primary-button.tsx';
import { AuditEntryCard } from './audit-entry-card.tsx';
import { actionChoices, isStaffAction } from './audit-words.ts';
import { auditLogQuery } from './staff-audit-log.queries.ts';
import classes from './staff-audit-log.module.css';

const route = getRouteApi('/staff/audit-log');
const cardHeight = 104;

export function StaffAuditLogScreen() {
  const search = route.useSearch();
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
          <CardList>
            {entries.map((entry) => (
              <li key={entry.id}>
                <AuditEntryCard entry={entry} />
              </li>
            ))}
          </CardList>
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
        <Link to="/staff/audit-log" search={{}} className={primaryButtonLink}>
          すべて表示する
        </Link>
      }
    />
  );
}
