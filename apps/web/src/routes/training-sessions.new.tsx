import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';

export const Route = createFileRoute('/training-sessions/new')({
  staticData: { access: 'default', layout: 'auth', title: 'セッションの作成' },
  loader: async () => {
    const { loadEditor } = await loadPart(() => import('./-session-editor-data.ts'));
    return loadEditor();
  },
  component: lazyScreen(
    () => import('#features/session-editor/session-editor-screen.tsx'),
    'NewSessionScreen',
  ),
});
