import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { formatTitle } from '#lib/document-title.ts';
import type { PageDeclaration } from '#lib/route-guard.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { MemberLayout, PageSkeleton } from '#shell/member-layout.tsx';
import { App } from './app.tsx';
import { createAppRouter } from './router.tsx';

export const prerenderedPaths = [
  '/login',
  '/register',
  '/forgot-password',
  '/terms',
  '/privacy-policy',
  '/tutorial',
];

function createPrerenderRouter(path: string) {
  const queryClient = createQueryClient();
  const router = createAppRouter(
    {
      queryClient,
      // A prerendered page is the same for every visitor, so it is rendered as signed out.
      readSession: () =>
        Promise.resolve({ access: { signedIn: false }, groups: [], totpRequired: false }),
      loadBuildManifest: () => Promise.resolve(null),
      hasLoaded: () => false,
      isStale: () => false,
      leaveTo: () => {},
    },
    createMemoryHistory({ initialEntries: [path] }),
  );
  return { router, queryClient };
}

export async function prerender(
  path: string,
): Promise<{ html: string; title: string; data: unknown }> {
  const { router, queryClient } = createPrerenderRouter(path);
  await router.load();
  const page = router.state.matches.at(-1);
  if (!page || page.status !== 'success') throw new Error(`${path} cannot be prerendered`);
  const html = renderToString(<App router={router} queryClient={queryClient} />);
  return { html, title: formatTitle(page.staticData.title), data: page.loaderData };
}

/** Trainers and staff have their own navigation, which comes with their code. */
const framePaths = { member: '/frame', work: '/staff' };
type Frame = keyof typeof framePaths;

/**
 * Renders the layout around the pages of members, or of trainers and staff, without a page. It is
 * drawn before any script has run. No item of the navigation is the current one.
 */
export async function prerenderFrame(frame: Frame): Promise<string> {
  const path = framePaths[frame];
  const staticData = { access: 'public', layout: 'auth', title: '', parent: null } as const;
  const root = createRootRoute({
    staticData,
    beforeLoad: () => ({ groups: [] }),
    component: () => (
      <MemberLayout>
        <PageSkeleton />
      </MemberLayout>
    ),
  });
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path, staticData }),
  ]);
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree, history });
  await router.load();
  return renderToString(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

/** Lists all pages by their path patterns, each with the ids of its route and the parents of it. */
export function listRoutes(): { path: string; routeIds: string[]; frame: Frame | null }[] {
  const { router } = createPrerenderRouter('/');
  return Object.entries(router.routesByPath)
    .map(([path, route]: [string, RouteNode]) => ({
      path,
      routeIds: withParents(route),
      frame: chooseFrame(route.options.staticData),
    }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function chooseFrame(page: PageDeclaration | undefined): Frame | null {
  if (page?.layout !== 'auth') return null;
  return page.group === undefined ? 'member' : 'work';
}

interface RouteNode {
  readonly id: string;
  readonly isRoot: boolean;
  readonly parentRoute?: RouteNode;
  readonly options: { readonly staticData?: PageDeclaration };
}

function withParents({ id, parentRoute }: RouteNode): string[] {
  return parentRoute === undefined || parentRoute.isRoot ? [id] : [...withParents(parentRoute), id];
}
