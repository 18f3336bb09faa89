import { readdirSync } from 'node:fs';
import { fitsRouteParam } from '@tanren/domain/identity/route-paths';
import { QueryClient } from '@tanstack/react-query';
import { isRedirect, type UpdatableStaticRouteOption } from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, test, vi } from 'vitest';
import { watchFreshness } from './builds/builds.ts';
import { leaveOrRedirect, type PageDeclaration, type RouterContext } from './route-guard.ts';

test('the server can validate every parameter of an address', () => {
  const files = readdirSync(new URL('../routes/', import.meta.url));
  const names = files.flatMap((file) =>
    [...file.matchAll(/\$(\w+)/g)].map(([, name = '']) => name),
  );
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => fitsRouteParam(name, '1') === null)).toEqual([]);
});

// The compiler checks this: a route without its declaration is an error.
it('every route declares access level, layout and title', () => {
  expectTypeOf<{ staticData: PageDeclaration }>().toExtend<UpdatableStaticRouteOption>();
  expectTypeOf<object>().not.toExtend<UpdatableStaticRouteOption>();
  expectTypeOf<{
    staticData: Omit<PageDeclaration, 'access'>;
  }>().not.toExtend<UpdatableStaticRouteOption>();
  expectTypeOf<{
    staticData: Omit<PageDeclaration, 'layout'>;
  }>().not.toExtend<UpdatableStaticRouteOption>();
});

describe('leaveOrRedirect', () => {
  const redirects = [
    { from: '/help', to: '/tutorial' },
    { from: '/guide', to: 'https://guide.example/' },
  ];
  const manifest = { id: 'build', timestamp: 0, prerendered: [], redirects };

  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /**
   * Returns the result of a navigation: a redirect inside the app, a full page load, or neither.
   */
  async function navigate(href: string, changes: Partial<RouterContext> = {}) {
    const left: string[] = [];
    const context: RouterContext = {
      queryClient: new QueryClient(),
      readSession: () => Promise.reject(new Error('nobody asks who is there')),
      loadBuildManifest: () => Promise.resolve(manifest),
      hasLoaded: () => true,
      isStale: () => false,
      leaveTo: (target) => void left.push(target),
      ...changes,
    };
    let redirected: unknown = null;
    // This promise stays pending while the page is being left.
    void leaveOrRedirect(context, { href, next: undefined }).catch((error: unknown) => {
      redirected = isRedirect(error) ? error.options.href : error;
    });
    await vi.advanceTimersByTimeAsync(0);
    return { redirected, left };
  }

  // spec 2.38, 2.39
  test.each([
    ['/help', '/tutorial', []],
    ['/guide', null, ['https://guide.example/']],
    ['/settings', null, []],
  ])('%s leads inside the app to %j, by full navigation to %j', async (href, redirected, left) => {
    expect(await navigate(href)).toEqual({ redirected, left });
  });

  test('does not look up a redirect that the server has already resolved', async () => {
    const first = { hasLoaded: () => false, isStale: () => true };
    expect(await navigate('/help', first)).toEqual({ redirected: null, left: [] });
  });

  // spec 2.40
  test('a navigation more than 12 hours after loading is a full page load', async () => {
    vi.stubGlobal('navigator', { onLine: true });
    let now = 0;
    const freshness = watchFreshness(() => now);
    const isStale = () => freshness.isStale();
    now = 12 * 60 * 60 * 1000;
    expect((await navigate('/settings', { isStale })).left).toEqual([]);
    now += 1;
    expect((await navigate('/settings', { isStale })).left).toEqual(['/settings']);
  });
});
