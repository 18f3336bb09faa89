import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { NotFoundScreen, RouteErrorScreen } from '#shell/error-screens.tsx';
import { PageSkeleton } from '#shell/member-layout.tsx';
import type { RouterContext } from '#lib/route-guard.ts';
import { routeTree } from './route-tree.gen.ts';

/**
 * Time in milliseconds after a tap until the frame of the next page is shown. A page that is ready
 * sooner replaces the old one without it.
 */
const frameAfterMs = 100;

/** Another view of the same page: the old one stays until the new one is ready. */
const neverMs = 2 ** 31 - 1;

export function createAppRouter(context: RouterContext, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    context,
    ...(history ? { history } : {}),
    // The server is case-sensitive too: it answers any other spelling with 404.
    caseSensitive: true,
    notFoundMode: 'root',
    defaultNotFoundComponent: NotFoundScreen,
    defaultErrorComponent: RouteErrorScreen,
    defaultPreload: 'intent',
    // The query client caches data, so the router calls the loader every time.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: neverMs,
    // While prerendering, scroll restoration would write an inline script, which the content
    // security policy blocks.
    scrollRestoration: !import.meta.env.SSR,
  });
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    router.options.defaultPendingMs = pathChanged ? frameAfterMs : neverMs;
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
