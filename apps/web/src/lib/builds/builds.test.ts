import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildId, loadBuildManifest, watchFreshness } from './builds.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Replaces the browser's network state and the service worker (`controller`) behind the page. */
function stubBrowser(onLine: boolean, controller: object | null = null): void {
  vi.stubGlobal('navigator', { onLine, serviceWorker: { controller } });
}

// spec 2.40, 9.3
test.each([
  ['without a network, when a worker can serve the page', {}, true],
  ['not without a network and a worker', null, false],
])('the app is stale after 12 hours: %s', (_case, controller, expected) => {
  stubBrowser(false, controller);
  let now = 1_000_000;
  const freshness = watchFreshness(() => now);
  now += 12 * 60 * 60 * 1000 + 1;
  expect(freshness.isStale()).toBe(expected);
});

// spec 2.40, 9.3
test('the app is stale when it was loaded more than 12 hours ago', () => {
  stubBrowser(true);
  let now = 1_000_000;
  const freshness = watchFreshness(() => now);
  now += 12 * 60 * 60 * 1000;
  expect(freshness.isStale()).toBe(false);
  now += 1;
  expect(freshness.isStale()).toBe(true);
});

// spec 7.53
test('uses the manifest of its own build, and fetches it again only after a failure', async () => {
  const requests: string[] = [];
  let answer = () => new Response(null, { status: 404 });
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url);
    return answer();
  });
  expect(await loadBuildManifest()).toBeNull();
  const manifest = { id: buildId, prerendered: ['/terms'], redirects: [] };
  answer = () => Response.json(manifest);
  expect(await loadBuildManifest()).toEqual(manifest);
  expect(await loadBuildManifest()).toEqual(manifest);
  expect(requests).toEqual(Array.from({ length: 2 }, () => `/builds/meta/${buildId}.json`));
});
