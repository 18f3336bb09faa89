import { IconRefresh, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { openFavorites } from '#features/menus/favorites.tsx';
import { SearchControls } from '#features/menus/search-controls.tsx';
import { listEachOnce } from '#features/menus/menu-cache.ts';
import { MenuList, MenuTabs } from '#features/menus/menu-list.tsx';
import classes from '#features/menus/menu-search.module.css';
import { narrowsDown, readMenuSearch } from '#features/menus/menu-search.ts';
import { searchMenusQuery, menuTagsQuery } from '#features/menus/menus.queries.ts';
import { explainFailure } from '#lib/errors.ts';
import { onlySearch } from '#lib/route-params.ts';
import { PrimaryButton, primaryButtonLink } from '#ui/buttons.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { EmptyState, StatusText } from '#ui/feedback/notices.tsx';
import { Box, Stack } from '#ui/layout.tsx';
import { Page } from '#ui/page.tsx';

const validateSearch = onlySearch(readMenuSearch);

export const Route = createFileRoute('/search-training-sessions')({
  staticData: { access: 'default', layout: 'auth', title: 'メニューを探す', parent: '/settings' },
  validateSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps, cause }) => {
    await openFavorites(queryClient);
    // The page reports a failure. What was typed stays on the page.
    const loading = Promise.allSettled([
      // The list is the same when the member comes back. New items are fetched in the background.
      queryClient.infiniteQuery({ ...searchMenusQuery(deps), staleTime: 'static' }),
      queryClient.query(menuTagsQuery('')),
    ]);
    // An open page keeps its old content, and each change of the address shows at once.
    if (cause !== 'stay') await loading;
  },
  component: SearchTrainingSessionsPage,
});

function SearchTrainingSessionsPage() {
  return (
    <Page title="メニューを探す" wide>
      <MenuTabs />
      <SearchControls />
      <FoundMenus />
    </Page>
  );
}

/** Lists the found menus. The previous result stays until the next one has loaded. */
function FoundMenus() {
  const search = Route.useSearch();
  const query = useInfiniteQuery({
    ...searchMenusQuery(search),
    placeholderData: keepPreviousData,
  });
  const { data, error, isPlaceholderData, hasNextPage, refetch } = query;
  if (!data) {
    return error === null ? (
      <Skeleton height={320} />
    ) : (
      <LoadFailed error={error} retry={() => void refetch()} />
    );
  }
  const sessions = listEachOnce(data.pages);
  return (
    <Stack gap={8}>
      <Box size={14} quiet leading={24} className={classes.count}>
        <StatusText>
          {isPlaceholderData ? '探しています…' : countFound(sessions.length, hasNextPage)}
        </StatusText>
      </Box>
      {sessions.length === 0 ? (
        <NothingFound narrowed={narrowsDown(search)} />
      ) : (
        <MenuList sessions={sessions} query={query} busy={isPlaceholderData} />
      )}
    </Stack>
  );
}

function countFound(count: number, hasMore: boolean): string {
  return hasMore ? `${count}件以上` : `${count}件`;
}

function NothingFound({ narrowed }: { readonly narrowed: boolean }) {
  return narrowed ? (
    <EmptyState
      Icon={IconSearch}
      text="条件に合うメニューは見つかりませんでした。"
      action={
        <Link to="/search-training-sessions" search={{}} className={primaryButtonLink}>
          条件をクリア
        </Link>
      }
    />
  ) : (
    <EmptyState
      Icon={IconSearch}
      text="公開されているメニューはまだありません。"
      action={
        <Link to="/training-sessions/new" className={primaryButtonLink}>
          メニューを作成する
        </Link>
      }
    />
  );
}

interface LoadFailedProps {
  readonly error: Error;
  readonly retry: () => void;
}

function LoadFailed({ error, retry }: LoadFailedProps) {
  return (
    <EmptyState
      Icon={IconRefresh}
      text={explainFailure(error)}
      action={<PrimaryButton onClick={retry}>もう一度読み込む</PrimaryButton>}
    />
  );
}
