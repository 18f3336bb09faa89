import { createRootRouteWithContext } from '@tanstack/react-router';
import { guardPage, leaveOrRedirect, type RouterContext } from '#lib/route-guard.ts';
import { RootFrame } from '#shell/root-frame.tsx';
import { startSession } from '#shell/session-start.ts';

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
    if (session) startSession(context.queryClient, session);
    return { groups: session?.groups ?? [] };
  },
  component: RootFrame,
});
