import type { QueryClient } from '@tanstack/react-query';
import { FavoriteTrainingSessionsScreen } from '#features/training-sessions/favorite-training-sessions-screen.tsx';
import { openFavorites } from '#features/training-sessions/member-favorites.ts';
import { MyTrainingSessionsScreen } from '#features/training-sessions/my-training-sessions-screen.tsx';
import { SearchTrainingSessionsScreen } from '#features/training-sessions/search-training-sessions-screen.tsx';
import { readSessionSearch } from '#features/training-sessions/session-search.ts';
import {
  favoriteSessionsQuery,
  mySessionsQuery,
  searchSessionsQuery,
  sessionTagsQuery,
} from '#features/training-sessions/training-sessions.queries.ts';

/** Tabs of the same thing: the first of them brings the others along. */
export const MySessionsPage = MyTrainingSessionsScreen;
export const FavoriteSessionsPage = FavoriteTrainingSessionsScreen;
export const SearchSessionsPage = SearchTrainingSessionsScreen;

/** Whoever comes back finds the list as it was; what is new is fetched behind. */
const asItWas = { staleTime: 'static' } as const;

export async function loadMySessions(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    openFavorites(queryClient),
    queryClient.infiniteQuery({ ...mySessionsQuery, ...asItWas }),
  ]);
}

export async function loadFavoriteSessions(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    openFavorites(queryClient),
    queryClient.infiniteQuery({ ...favoriteSessionsQuery, ...asItWas }),
  ]);
}

/** The screen tells when it fails: what was typed is not lost with the page. */
export async function loadFoundSessions(
  queryClient: QueryClient,
  search: Record<string, unknown>,
  isOpen: boolean,
): Promise<void> {
  await openFavorites(queryClient);
  const loading = Promise.allSettled([
    queryClient.infiniteQuery({ ...searchSessionsQuery(readSessionSearch(search)), ...asItWas }),
    queryClient.query(sessionTagsQuery('')),
  ]);
  // An open page shows what it had, and each of its steps in the address at once.
  if (!isOpen) await loading;
}
