import { createFileRoute } from '@tanstack/react-router';
import { readLinkSearch } from '#features/tanren-link/link-search.ts';
import { tanrenConnectionQuery } from '#features/tanren-link/tanren-link.queries.ts';
import { readIdentity } from '#lib/auth.ts';
import { lazyScreen } from '#lib/chunks.ts';

export const Route = createFileRoute('/tanren-link')({
  staticData: { access: 'default', layout: 'auth', title: 'マシンと接続' },
  validateSearch: readLinkSearch,
  loader: async ({ context }) => {
    // What is known is shown at once, and asked anew by the screen.
    await context.queryClient.query({ ...tanrenConnectionQuery, staleTime: 'static' });
    return { sub: (await readIdentity())?.sub ?? '' };
  },
  component: lazyScreen(
    () => import('#features/tanren-link/tanren-link-screen.tsx'),
    'TanrenLinkScreen',
  ),
});
