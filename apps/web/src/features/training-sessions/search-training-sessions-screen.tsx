import { IconRefresh, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page.tsx';
import { PrimaryButton, primaryButtonLink } from '#ui/primary-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { StatusText } from '#ui/status-text.tsx';
import { listEachOnce } from './known-sessions.ts';
import { SearchControls } from './search-controls.tsx';
import { SessionList } from './session-list.tsx';
import { narrowsDown } from './session-search.ts';
import { SessionTabs } from './session-tabs.tsx';
import { searchSessionsQuery } from './training-sessions.queries.ts';
import { useSessionSearch } from './use-session-search.ts';
import classes from './search-training-sessions-screen.module.css';

export function SearchTrainingSessionsScreen() {
  return (
    <Page title="セッションを探す">
      <SessionTabs />
      <SearchControls />
      <FoundSessions />
    </Page>
  );
}

/** What was found last stays until there is something else to show. */
function FoundSessions() {
  const { search } = useSessionSearch();
  const query = useInfiniteQuery({
    ...searchSessionsQuery(search),
    placeholderData: keepPreviousData,
  });
  const { data, isError, isPlaceholderData, hasNextPage, refetch } = query;
  if (!data) {
    return isError ? <NotFoundOut retry={() => void refetch()} /> : <Skeleton height={320} />;
  }
  const sessions = listEachOnce(data.pages);
  return (
    <div className={classes.found}>
      <div className={classes.count}>
        <StatusText>
          {isPlaceholderData ? '探しています…' : countFound(sessions.length, hasNextPage)}
        </StatusText>
      </div>
      {sessions.length === 0 ? (
        <NothingFound narrowed={narrowsDown(search)} />
      ) : (
        <SessionList sessions={sessions} query={query} busy={isPlaceholderData} />
      )}
    </div>
  );
}

function countFound(count: number, hasMore: boolean): string {
  return hasMore ? `${count}件以上` : `${count}件`;
}

function NothingFound({ narrowed }: { readonly narrowed: boolean }) {
  return narrowed ? (
    <EmptyState
      Icon={IconSearch}
      text="条件に合うセッションは見つかりませんでした。キーワードを短くするか、条件を減らしてお試しください。"
      action={
        <Link to="/search-training-sessions" search={{}} className={primaryButtonLink}>
          条件をクリア
        </Link>
      }
    />
  ) : (
    <EmptyState
      Icon={IconSearch}
      text="公開されているセッションはまだありません。最初のセッションを公開してみませんか。"
      action={
        <Link to="/training-sessions/new" className={primaryButtonLink}>
          セッションを作成する
        </Link>
      }
    />
  );
}

function NotFoundOut({ retry }: { readonly retry: () => void }) {
  return (
    <EmptyState
      Icon={IconRefresh}
      text="セッションを読み込めませんでした。通信環境をご確認ください。"
      action={<PrimaryButton onClick={retry}>もう一度読み込む</PrimaryButton>}
    />
  );
}
