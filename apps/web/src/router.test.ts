import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test, vi } from 'vitest';
import { findPlace } from '#features/layout/find-place.ts';
import type { PageDeclaration } from '#lib/page.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { createAppRouter } from './router.tsx';

// Otherwise written in by the bundler.
vi.hoisted(() => vi.stubGlobal('__BUILD_ID__', 'test'));

/** On the way in, where there is no navigation, and what only leads elsewhere. */
const pagesWithoutPlace = [
  '/auth/native-session',
  '/confirm-agreement',
  '/forgot-password',
  '/login',
  '/register',
  '/register/userinfo',
  '/users/$',
];

const router = createAppRouter(
  {
    queryClient: createQueryClient(),
    readSession: () => Promise.resolve({ access: { signedIn: false }, groups: [] }),
    loadBuildManifest: () => Promise.resolve(null),
    hasLoaded: () => false,
    isStale: () => false,
    leaveTo: () => {},
  },
  createMemoryHistory(),
);

interface KnownRoute {
  readonly options: { readonly staticData?: PageDeclaration };
}

const routes = Object.entries(router.routesByPath) as [string, KnownRoute][];
const pages = routes.map(([path, { options }]) => ({
  path: path === '/' ? path : path.replace(/\/$/, ''),
  group: options.staticData?.group ?? null,
}));

test('every page has its place in the navigation, or is listed as having none', () => {
  const without = pages.filter(({ path }) => findPlace(path) === null).map(({ path }) => path);
  expect(without.toSorted()).toEqual(pagesWithoutPlace);
});

test.each(['trainer', 'staff'] as const)(
  'the place of the group %s holds all of its pages and no other',
  (group) => {
    const theirs = pages.filter((page) => page.group === group);
    expect(theirs.length).toBeGreaterThan(1);
    expect(pages.filter(({ path }) => findPlace(path) === `/${group}`)).toEqual(theirs);
  },
);
