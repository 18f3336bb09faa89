import { IconHeart } from '@tabler/icons-react';
import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { openFavorites, usePendingFavorites } from '#features/menus/favorites.tsx';
import { findKnownMenu, listFavorites } from '#features/menus/menu-cache.ts';
import { MenuList, MenuTabs } from '#features/menus/menu-list.tsx';
import { favoriteMenusQuery } from '#features/menus/menus.queries.ts';
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
      queryClient.infiniteQuery({ ...favoriteMenusQuery, staleTime: 'static' }),
    ]);
  },
  component: FavoriteTrainingSessionsPage,
});

function FavoriteTrainingSessionsPage() {
  const queryClient = useQueryClient();
  const query = useSuspenseInfiniteQuery(favoriteMenusQuery);
  const pending = usePendingFavorites();
  // An unmarked menu stays in the list until the page is left, so that a mistaken tap can be
  // undone.
  const [unmarkedHere, setUnmarkedHere] = useState<ReadonlySet<number>>(new Set());
  const sessions = listFavorites({
    pages: query.data.pages,
    pending,
    unmarkedHere,
    find: (id) => findKnownMenu(queryClient, id),
  });
  return (
    <Page title="お気に入り" wide>
      <MenuTabs />
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
        <MenuList
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
