import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen } from '#lib/chunks.ts';
import { loadPageData } from '#lib/page-payload.ts';

export const Route = createFileRoute('/tutorial')({
  staticData: { access: 'public', layout: 'simple', title: 'ご利用ガイド' },
  loader: () =>
    loadPageData('/tutorial', async () => {
      const { tutorialDocument } = await import('#features/documents/tutorial-document.ts');
      return tutorialDocument;
    }),
  component: lazyScreen(() => import('#features/documents/tutorial-screen.tsx'), 'TutorialScreen'),
});
