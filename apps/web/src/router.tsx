import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { NotFoundScreen, RouteErrorScreen } from '#shell/error-screens.tsx';
import type { RouterContext } from '#lib/route-guard.ts';
import { routeTree } from './route-tree.gen.ts';

export function createAppRouter(context: RouterContext, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context,
    ...(history ? { history } : {}),
    // As the server, which answers any other spelling with 404.
    caseSensitive: true,
    notFoundMode: 'root',
    defaultNotFoundComponent: NotFoundScreen,
    defaultErrorComponent: RouteErrorScreen,
    defaultPreload: 'intent',
    // Data is cached by the query client; the router asks it every time.
    defaultPreloadStaleTime: 0,
    // The old page stays until the new one is ready; the loading bar tells that something happens.
    defaultPendingMs: 60_000,
    // While prerendering it would write an inline script, which the security policy refuses.
    scrollRestoration: !import.meta.env.SSR,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
