import { IconListCheck, IconPlus } from '@tabler/icons-react';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { openFavorites } from '#features/training-sessions/favorites.tsx';
import { listEachOnce } from '#features/training-sessions/session-cache.ts';
import classes from '#features/training-sessions/session-list.module.css';
import { SessionList, SessionTabs } from '#features/training-sessions/session-list.tsx';
import { mySessionsQuery } from '#features/training-sessions/training-sessions.queries.ts';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Page } from '#ui/page.tsx';

export const Route = createFileRoute('/my-training-sessions')({
  staticData: { access: 'default', layout: 'auth', title: 'マイメニュー', parent: '/settings' },
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      openFavorites(queryClient),
      // Whoever comes back finds the list as it was; what is new is fetched behind.
      queryClient.infiniteQuery({ ...mySessionsQuery, staleTime: 'static' }),
    ]);
  },
  component: MyTrainingSessionsPage,
});

function MyTrainingSessionsPage() {
  const query = useSuspenseInfiniteQuery(mySessionsQuery);
  const sessions = listEachOnce(query.data.pages);
  const create = (
    <Link to="/training-sessions/new" className={classes.create} aria-label="メニューを作成する">
      <IconPlus size={20} stroke={2} aria-hidden />
      作成する
    </Link>
  );
  return (
    <Page title="マイメニュー" wide action={sessions.length === 0 ? null : create}>
      <SessionTabs />
      {sessions.length === 0 ? (
        <EmptyState
          Icon={IconListCheck}
          text="作成したメニューはまだありません。いつものメニューを登録すると、マシンが順番に案内します。"
          action={
            <Link to="/training-sessions/new" className={primaryButtonLink}>
              メニューを作成する
            </Link>
          }
        />
      ) : (
        <SessionList sessions={sessions} query={query} />
      )}
    </Page>
  );
}
