import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { createQueryClient } from '#lib/query-client.ts';
import { createAppRouter } from '#router.tsx';
import { memberPages, openPages } from '#test/support/member-pages.ts';
import { staffPages, trainerPages } from '#test/support/work-pages.ts';

/** What only leads elsewhere, and what is tested in `addresses.test.tsx`. */
const redirects = ['/training-sessions/', '/users/$'];

const cases = [...openPages, ...memberPages, ...trainerPages, ...staffPages];

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

/** The route that draws the page of an address. */
const findRoute = (path: string) => router.getMatchedRoutes(path)[0].at(-1);

test('every page of the app is opened by a test', () => {
  const opened = new Set(cases.map(({ path }) => findRoute(path)?.fullPath));
  const pages = Object.values(router.routesByPath).map(({ fullPath }) => fullPath);
  expect(pages.filter((path) => !opened.has(path)).toSorted()).toEqual(redirects);
});

test('who works here has pages of their own, and members have all others', () => {
  for (const { path, session, place } of cases) {
    const group = findRoute(path)?.options.staticData?.group ?? null;
    expect(group, path).toBe(session?.groups?.[0] ?? null);
    const places = { trainer: 'トレーナー', staff: 'スタッフ' };
    if (group !== null) expect(place, path).toBe(places[group]);
  }
});

test('only pages outside the frame of members are without a mark in the navigation', () => {
  for (const { path, place } of cases) {
    const layout = findRoute(path)?.options.staticData?.layout;
    expect(layout, path).toBe(place === null ? 'simple' : 'auth');
  }
});
