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

/** Returns the patterns of all pages, such as `/workouts/$workoutId`. */
export function listPagePatterns(): string[] {
  const routes: readonly KnownRoute[] = Object.values(router.routesByPath);
  return routes.map(({ fullPath }) => fullPath).toSorted((a, b) => (a < b ? -1 : 1));
}

/** Returns the declaration of a pattern's route. */
export function describePage(pattern: string): PageDeclaration | undefined {
  const routes: Readonly<Record<string, KnownRoute | undefined>> = { ...router.routesByPath };
  return routes[pattern]?.options.staticData;
}

/** Returns the route for an address, or `null` if there is no page. */
export function findRoute(path: string): KnownRoute | null {
  const [matched]: readonly [readonly KnownRoute[], ...unknown[]] = router.getMatchedRoutes(path);
  return matched.at(-1) ?? null;
}
