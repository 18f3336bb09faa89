import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { guardPage, leaveOrRedirect, type RouterContext } from '#lib/route-guard.ts';
import type { Session } from '#lib/auth/session.ts';
import { RootFrame } from '#shell/root-frame.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({
  // For paths that no route fits.
  staticData: { access: 'public', layout: 'simple', title: 'Page not found' },
  beforeLoad: async ({ context, location, matches, preload }) => {
    const page = matches.at(-1)?.staticData;
    if (!page) return { groups: [] };
    const { href, search } = location;
    const destination = { href, next: (search as { next?: unknown }).next };
    if (!preload) await leaveOrRedirect(context, destination);
    const session = await guardPage(context, page, destination);
    if (session) prefetchForMember(context.queryClient, session);
    return { groups: session?.groups ?? [] };
  },
  component: RootFrame,
});

/**
 * Once a member with a profile is there, what most pages need is fetched, by code that the
 * sign-in page does without. Nothing waits for it: calls that fail are told by the notifier, and
 * a page that needs them asks itself.
 */
function prefetchForMember(queryClient: QueryClient, { access }: Session): void {
  const profile = access.signedIn ? access.profile : null;
  if (profile === null) return;
  void import('#shell/session-data.ts').then(
    ({ loadSessionData }) => loadSessionData(queryClient, profile),
    () => {},
  );
}
