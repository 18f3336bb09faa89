import { createFileRoute } from '@tanstack/react-router';
import type { SessionSearch } from '#features/training-sessions/session-search.ts';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { importSessionLists } from './-session-lists-part.ts';

export const Route = createFileRoute('/search-training-sessions')({
  staticData: { access: 'default', layout: 'auth', title: 'セッションを探す' },
  // Checked where it is used, by code that the sign-in page does without.
  validateSearch: (search: Record<string, unknown>) => search as SessionSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps, cause }) => {
    const { loadFoundSessions } = await loadPart(importSessionLists);
    await loadFoundSessions(queryClient, { ...deps }, cause === 'stay');
  },
  component: lazyScreen(importSessionLists, 'SearchSessionsPage'),
});
