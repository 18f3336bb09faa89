import { createFileRoute } from '@tanstack/react-router';
import { readSessionSearch } from '#features/training-sessions/session-search.ts';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { onlySearch } from '#lib/route-params.ts';
import { importSessionLists } from './-session-lists-part.ts';

const validateSearch = onlySearch(readSessionSearch);

export const Route = createFileRoute('/search-training-sessions')({
  staticData: { access: 'default', layout: 'auth', title: 'セッションを探す' },
  validateSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps, cause }) => {
    const { loadFoundSessions } = await loadPart(importSessionLists);
    await loadFoundSessions(queryClient, { ...deps }, cause === 'stay');
  },
  component: lazyScreen(importSessionLists, 'SearchSessionsPage'),
});
