import { createMemoryHistory } from '@tanstack/react-router';
import type { PageDeclaration } from '#lib/route-guard.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { createAppRouter } from '#router.tsx';

interface KnownRoute {
  readonly fullPath: string;
  readonly options: { readonly staticData: PageDeclaration };
}

const router = createAppRouter(
  {
    queryClient: createQueryClient(),
    readSession: () =>
      Promise.resolve({ access: { signedIn: false }, groups: [], totpRequired: false }),
    loadBuildManifest: () => Promise.resolve(null),
    hasLoaded: () => false,
    isStale: () => false,
    leaveTo: () => {},
  },
  createMemoryHistory(),
);

/** The patterns of all pages, as `/workouts/$workoutId`. */
export function listPagePatterns(): string[] {
  const routes: readonly KnownRoute[] = Object.values(router.routesByPath);
  return routes.map(({ fullPath }) => fullPath).toSorted((a, b) => (a < b ? -1 : 1));
}

/** What the route of a pattern declares. */
export function describePage(pattern: string): PageDeclaration | undefined {
  const routes: Readonly<Record<string, KnownRoute | undefined>> = { ...router.routesByPath };
  return routes[pattern]?.options.staticData;
}

/** The route that draws the page of an address; null: no page. */
export function findRoute(path: string): KnownRoute | null {
  const [matched]: readonly [readonly KnownRoute[], ...unknown[]] = router.getMatchedRoutes(path);
  return matched.at(-1) ?? null;
}
