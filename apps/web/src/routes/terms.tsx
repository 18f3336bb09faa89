import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen } from '#lib/chunks.ts';
import { loadPageData } from '#lib/page-payload.ts';

export const Route = createFileRoute('/terms')({
  staticData: { access: 'public', layout: 'simple', title: '利用規約' },
  loader: () =>
    loadPageData('/terms', async () => {
      const { termsDocument } = await import('#features/documents/terms-document.ts');
      return termsDocument;
    }),
  component: lazyScreen(() => import('#features/documents/document-screens.tsx'), 'TermsScreen'),
});
