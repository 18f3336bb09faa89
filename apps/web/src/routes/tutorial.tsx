import { createFileRoute } from '@tanstack/react-router';
import { DocumentPage } from '#features/documents/document-page.tsx';
import { TutorialPicture } from '#features/documents/tutorial-picture.tsx';
import { loadPart } from '#lib/chunks.ts';
import { loadPageData } from '#lib/page-payload.ts';

export const Route = createFileRoute('/tutorial')({
  staticData: {
    access: 'public',
    layout: 'simple',
    title: 'ご利用ガイド',
    parent: ['/', '/settings', '/login'],
  },
  loader: () =>
    loadPageData('/tutorial', async () => {
      const { tutorialDocument } = await loadPart(
        () => import('#features/documents/tutorial-document.ts'),
      );
      return tutorialDocument;
    }),
  component: TutorialPage,
});

function TutorialPage() {
  return <DocumentPage content={Route.useLoaderData()} Picture={TutorialPicture} />;
}
