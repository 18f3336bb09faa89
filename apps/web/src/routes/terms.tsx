import { createFileRoute } from '@tanstack/react-router';
import { DocumentPage } from '#features/members/documents/document-page.tsx';
import { loadPart } from '#lib/builds/chunks.ts';
import { loadPageData } from '#lib/builds/page-payload.ts';

export const Route = createFileRoute('/terms')({
  staticData: {
    access: 'public',
    layout: 'simple',
    title: '利用規約',
    parent: ['/', '/settings', '/register', '/confirm-agreement', '/privacy-policy'],
  },
  loader: () =>
    loadPageData('/terms', async () => {
      const { termsDocument } = await loadPart(
        () => import('#features/members/documents/terms-document.ts'),
      );
      return termsDocument;
    }),
  component: TermsPage,
});

function TermsPage() {
  return <DocumentPage content={Route.useLoaderData()} />;
}
