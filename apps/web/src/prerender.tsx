import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
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

export const prerenderedPaths = ['/login', '/terms', '/privacy-policy', '/tutorial'];

function createPrerenderRouter(path: string) {
  const queryClient = createQueryClient();
  const router = createAppRouter(
    {
      queryClient,
      // A prerendered page is everybody's page: nobody is signed in.
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

/**
 * What members see around their pages, without a page in it: it is drawn before any script has run.
 * No place in the navigation is the present one.
 */
export async function prerenderFrame(): Promise<string> {
  const routeTree = createRootRoute({
    staticData: { access: 'public', layout: 'auth', title: '', parent: null },
    beforeLoad: () => ({ groups: [] }),
    component: () => (
      <MemberLayout>
        <PageSkeleton />
      </MemberLayout>
    ),
  });
  const history = createMemoryHistory({ initialEntries: ['/frame'] });
  const router = createRouter({ routeTree, history });
  await router.load();
  return renderToString(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

/** All pages by their path patterns, each with the ids of the routes that it is made of. */
export function listRoutes(): { path: string; routeIds: string[]; framed: boolean }[] {
  const { router } = createPrerenderRouter('/');
  return Object.entries(router.routesByPath)
    .map(([path, route]: [string, RouteNode]) => ({
      path,
      routeIds: withParents(route),
      // Trainers and staff have places of their own, which come with their code.
      framed:
        route.options.staticData?.layout === 'auth' && route.options.staticData.group === undefined,
    }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
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
