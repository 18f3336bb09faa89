import { IconHeart } from '@tabler/icons-react';
import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { openFavorites, usePendingFavorites } from '#features/menus/favorites.tsx';
import { findKnownSession, listFavorites } from '#features/menus/menu-cache.ts';
import { SessionList, SessionTabs } from '#features/menus/menu-list.tsx';
import { favoriteSessionsQuery } from '#features/menus/menus.queries.ts';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Page } from '#ui/page.tsx';

export const Route = createFileRoute('/favorite-training-sessions')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'お気に入り',
    parent: '/settings',
  },
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      openFavorites(queryClient),
      // The list is the same when the member comes back. New items are fetched in the background.
      queryClient.infiniteQuery({ ...favoriteSessionsQuery, staleTime: 'static' }),
    ]);
  },
  component: FavoriteTrainingSessionsPage,
});

function FavoriteTrainingSessionsPage() {
  const queryClient = useQueryClient();
  const query = useSuspenseInfiniteQuery(favoriteSessionsQuery);
  const pending = usePendingFavorites();
  // An unmarked menu stays in the list until the page is left, so that a mistaken tap can be
  // undone.
  const [unmarkedHere, setUnmarkedHere] = useState<ReadonlySet<number>>(new Set());
  const sessions = listFavorites({
    pages: query.data.pages,
    pending,
    unmarkedHere,
    find: (id) => findKnownSession(queryClient, id),
  });
  return (
    <Page title="お気に入り" wide>
      <SessionTabs />
      {sessions.length === 0 ? (
        <EmptyState
          Icon={IconHeart}
          text="気になるメニューのハートを押すと、ここに並びます。"
          action={
            <Link to="/search-training-sessions" className={primaryButtonLink}>
              メニューを探す
            </Link>
          }
        />
      ) : (
        <SessionList
          sessions={sessions}
          query={query}
          onFavorite={(id) => {
            setUnmarkedHere(new Set([...unmarkedHere, id]));
          }}
        />
      )}
    </Page>
  );
}
