import { createFileRoute } from '@tanstack/react-router';
import { readLinkSearch } from '#features/tanren-link/link-search.ts';
import { readIdentity } from '#lib/auth.ts';
import { lazyScreen, loadPart } from '#lib/chunks.ts';

export const Route = createFileRoute('/tanren-link')({
  staticData: { access: 'default', layout: 'auth', title: 'マシンと接続' },
  validateSearch: readLinkSearch,
  loader: async ({ context }) => {
    const { tanrenConnectionQuery } = await loadPart(
      () => import('#features/tanren-link/tanren-link.queries.ts'),
    );
    // What is known is shown at once, and asked anew by the screen.
    await context.queryClient.query({ ...tanrenConnectionQuery, staleTime: 'static' });
    return { sub: (await readIdentity())?.sub ?? '' };
  },
  component: lazyScreen(
    () => import('#features/tanren-link/tanren-link-screen.tsx'),
    'TanrenLinkScreen',
  ),
});
