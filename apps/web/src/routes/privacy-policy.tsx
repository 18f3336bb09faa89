import { createFileRoute } from '@tanstack/react-router';
import { DocumentPage } from '#features/members/documents/document-page.tsx';
import { loadPart } from '#lib/builds/chunks.ts';
import { loadPageData } from '#lib/builds/page-payload.ts';

export const Route = createFileRoute('/privacy-policy')({
  staticData: {
    access: 'public',
    layout: 'simple',
    title: 'プライバシーポリシー',
    parent: ['/', '/settings', '/register', '/terms'],
  },
  loader: () =>
    loadPageData('/privacy-policy', async () => {
      const { pageDocument } = await loadPart(
        () => import('#features/members/documents/privacy-policy.md'),
      );
      return pageDocument;
    }),
  component: PrivacyPolicyPage,
});

function PrivacyPolicyPage() {
  return <DocumentPage content={Route.useLoaderData()} />;
}
