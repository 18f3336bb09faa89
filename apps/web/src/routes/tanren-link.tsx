import { createFileRoute } from '@tanstack/react-router';
import { readLinkSearch } from '#features/tanren-link/link-search.ts';
import { readIdentity } from '#lib/auth.ts';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { onlySearch } from '#lib/route-params.ts';

const validateSearch = onlySearch(readLinkSearch);

export const Route = createFileRoute('/tanren-link')({
  staticData: { access: 'default', layout: 'auth', title: 'マシンと接続' },
  validateSearch,
  loader: async ({ context: { queryClient } }) => {
    const { loadTanrenLink } = await loadPart(() => import('./-tanren-link-data.ts'));
    await loadTanrenLink(queryClient);
    return { sub: (await readIdentity())?.sub ?? '' };
  },
  component: lazyScreen(() => import('./-tanren-link-page.tsx'), 'TanrenLinkPage'),
});
