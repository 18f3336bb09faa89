import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { NotFoundScreen, RouteErrorScreen } from '#shell/error-screens.tsx';
import type { RouterContext } from '#lib/route-guard.ts';
import { routeTree } from './route-tree.gen.ts';

export function createAppRouter(context: RouterContext, history?: RouterHistory) {
  return createRouter({
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
    // The old page stays until the new one is ready. The loading bar shows the progress.
    defaultPendingMs: 60_000,
    // While prerendering, scroll restoration would write an inline script, which the content
    // security policy blocks.
    scrollRestoration: !import.meta.env.SSR,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
