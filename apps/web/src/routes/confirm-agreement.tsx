import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen } from '#lib/chunks.ts';
import { loadPageData } from '#lib/page-payload.ts';
import { onlySearch, readNextSearch } from '#lib/route-params.ts';

const validateSearch = onlySearch(readNextSearch);

export const Route = createFileRoute('/confirm-agreement')({
  staticData: { access: 'not-agree-tac', layout: 'simple', title: '利用規約への同意' },
  validateSearch,
  loader: async ({ context }) => {
    const { access } = await context.readSession();
    const terms = await loadPageData('/terms', async () => {
      const { termsDocument } = await import('#features/documents/terms-document.ts');
      return termsDocument;
    });
    return { signedIn: access.signedIn, terms };
  },
  component: lazyScreen(() => import('./-confirm-agreement-page.tsx'), 'ConfirmAgreementPage'),
});
