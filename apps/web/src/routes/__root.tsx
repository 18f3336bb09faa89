import { findMissingStep } from '@tanren/domain/identity/route-access';
import { createRootRouteWithContext, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { loadPartOrReload } from '#lib/builds/chunks.ts';
import { mayPrefetch } from '#lib/call-allowance.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { guardPage, leaveOrRedirect, type RouterContext } from '#lib/route-guard.ts';
import { RouteErrorScreen } from '#shell/error-screens.tsx';
import { RootFrame } from '#shell/root-frame.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({
  // This declaration is for paths that match no route.
  staticData: { access: 'public', layout: 'simple', title: 'Page not found', parent: null },
  beforeLoad: async ({ context, location, matches, preload }) => {
    const page = matches.at(-1)?.staticData;
    if (!page) return { groups: [] };
    const { href, search } = location;
    const destination = { href, next: (search as { next?: unknown }).next };
    if (!preload) await leaveOrRedirect(context, destination);
    const session = await guardPage(context, page, destination);
    return { groups: session?.groups ?? [] };
  },
  component: RootPage,
  // The first call of the app has failed. The shell stays around the message.
  errorComponent: ({ error }) => (
    <RootFrame>
      <RouteErrorScreen error={error} />
    </RootFrame>
  ),
});

function RootPage() {
  usePrefetchForMember();
  return <RootFrame />;
}

/**
 * Fetches the data that most pages need once a member with a profile is signed in. Its code is not
 * loaded for visitors, and it starts after the page has been drawn and the browser is idle. Nothing
 * waits for it: a page that needs data earlier fetches it itself.
 */
function usePrefetchForMember(): void {
  const { options } = useRouter();
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  useEffect(() => {
    const prefetch = async (context: RouterContext) => {
      const { access } = await context.readSession();
      if (!access.signedIn || access.profile === null || !mayPrefetch()) return;
      const { loadSessionData } = await loadPartOrReload(() => import('#shell/session-data.ts'));
      await loadSessionData(context.queryClient);
      if (findMissingStep(access.profile) !== null) return;
      const { loadOfflineData } = await loadPartOrReload(() => import('#shell/offline-data.ts'));
      await loadOfflineData(context.queryClient);
    };
    return whenIdle(() => {
      // The page itself reports a missing network.
      prefetch(options.context).catch(() => {});
    });
  }, [options, path]);
}
