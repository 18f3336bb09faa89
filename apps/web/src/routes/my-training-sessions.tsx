import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { importSessionLists } from './-session-lists-part.ts';

export const Route = createFileRoute('/my-training-sessions')({
  staticData: { access: 'default', layout: 'auth', title: 'マイセッション' },
  loader: async ({ context: { queryClient } }) => {
    await (await loadPart(importSessionLists)).loadMySessions(queryClient);
  },
  component: lazyScreen(importSessionLists, 'MySessionsPage'),
});
