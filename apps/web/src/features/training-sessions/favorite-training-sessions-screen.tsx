import { IconHeart } from '@tabler/icons-react';
import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page.tsx';
import { primaryButtonLink } from '#ui/primary-button.tsx';
import { findKnownSession } from './known-sessions.ts';
import { listFavorites } from './list-favorites.ts';
import { SessionList } from './session-list.tsx';
import { SessionTabs } from './session-tabs.tsx';
import { favoriteSessionsQuery } from './training-sessions.queries.ts';
import { useFavoriteWishes } from './use-favorites.ts';

export function FavoriteTrainingSessionsScreen() {
  const queryClient = useQueryClient();
  const query = useSuspenseInfiniteQuery(favoriteSessionsQuery);
  const wishes = useFavoriteWishes();
  // What is unmarked here stays until the page is left, so that a slip of the thumb can be undone.
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set());
  const sessions = listFavorites({
    pages: query.data.pages,
    wishes,
    kept,
    find: (id) => findKnownSession(queryClient, id),
  });
  return (
    <Page title="お気に入りセッション">
      <SessionTabs />
      {sessions.length === 0 ? (
        <EmptyState
          Icon={IconHeart}
          text="お気に入りのセッションはまだありません。気になるセッションのハートを押すと、ここに並びます。"
          action={
            <Link to="/search-training-sessions" className={primaryButtonLink}>
              セッションを探す
            </Link>
          }
        />
      ) : (
        <SessionList
          sessions={sessions}
          query={query}
          onFavorite={(id) => {
            setKept(new Set([...kept, id]));
          }}
        />
      )}
    </Page>
  );
}
