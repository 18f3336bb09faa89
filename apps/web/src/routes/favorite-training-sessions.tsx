import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { importSessionLists } from './-session-lists-part.ts';

export const Route = createFileRoute('/favorite-training-sessions')({
  staticData: { access: 'default', layout: 'auth', title: 'お気に入りセッション' },
  loader: async ({ context: { queryClient } }) => {
    await (await loadPart(importSessionLists)).loadFavoriteSessions(queryClient);
  },
  component: lazyScreen(importSessionLists, 'FavoriteSessionsPage'),
});
