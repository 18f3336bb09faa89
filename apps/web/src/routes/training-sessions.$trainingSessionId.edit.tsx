import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { idParam } from '#lib/route-params.ts';

export const Route = createFileRoute('/training-sessions/$trainingSessionId/edit')({
  staticData: { access: 'default', layout: 'auth', title: 'セッションの編集' },
  params: idParam('trainingSessionId'),
  loader: async ({ params: { trainingSessionId } }) => {
    const { loadSessionEditor } = await loadPart(() => import('./-session-editor-data.ts'));
    return loadSessionEditor(trainingSessionId);
  },
  // An edit that begins with what an earlier visit saw would end in a conflict with oneself.
  gcTime: 0,
  component: lazyScreen(
    () => import('#features/session-editor/session-editor-screen.tsx'),
    'EditSessionScreen',
  ),
});
