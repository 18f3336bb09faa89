import { PrecacheController, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { waitAtMost } from '#lib/limit-time.ts';
import {
  cacheNameOf,
  findCurrentShell,
  findFile,
  findShell,
  refreshShell,
  shellPath,
  showBuild,
} from './build-caches.ts';
import { listenToPushes } from './push.ts';
import { listenToSync } from './sync.ts';

/*
 * Opens the app without a network (decision 0029). It stores only the files of builds; the page
 * stores the answers that a member reads, for that member.
 */

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: PrecacheEntry[] };
declare const __BUILD_ID__: string;

const build = __BUILD_ID__;

const controller = new PrecacheController({ cacheName: cacheNameOf(build) });
controller.addToCacheList([
  ...self.__WB_MANIFEST,
  // These names contain the build. A server with another build does not have them, and then nothing
  // is installed. The shell comes last: if it is cached, everything is.
  { url: `/builds/meta/${build}.json`, revision: null },
  { url: shellPath(build), revision: null },
]);

self.addEventListener('install', (event) => {
  event.waitUntil(controller.install(event).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

/**
 * Takes control of open pages. They continue as they are, because all their files are still cached.
 */
async function takeOver(): Promise<void> {
  // Earlier releases enabled it. The pages that members open most do not ask the network any more.
  await self.registration.navigationPreload.disable();
  await self.clients.claim();
  for (const client of await self.clients.matchAll({ type: 'window' })) {
    client.postMessage({ type: 'build-installed', build });
  }
}

/**
 * Maximum time in milliseconds to wait for a page: longer than a slow network needs, shorter than a
 * person waits.
 */
const timeoutMs = 4000;

/** Statuses of a gateway that answers for an unreachable server. */
const gatewayFailures = [502, 503, 504];

/**
 * Home and the other sections of the navigation, with the pages below them. A tap on the icon of
 * the app or on a notification opens one of these.
 */
const sections = /^\/(?:(?:workouts|tanren-link|reservations|settings)(?:\/.*)?)?$/;

/** Shows a section from this device at once. All other pages come from the network first. */
async function openPage(event: FetchEvent, { pathname }: URL): Promise<Response> {
  const current = sections.test(pathname) ? await findCurrentShell(build) : undefined;
  if (current) {
    event.waitUntil(refreshShell(build).catch(() => {}));
    return current;
  }
  const asked = fetch(event.request);
  const answer = await waitAtMost(timeoutMs, asked, null).catch(() => null);
  if (answer !== null && !gatewayFailures.includes(answer.status)) return answer;
  return (await findShell(build)) ?? answer ?? (await asked);
}

/** Paths that are not pages of the app: API calls, sign-in, files for other programs. */
const notPages = [
  /^\/(?:api|cognito|mqtt|builds|assets|icons|metrics)\//,
  /^\/(?:healthz|readyz)$/,
];

registerRoute(
  new NavigationRoute(({ event, url }) => openPage(event as FetchEvent, url), {
    denylist: notPages,
  }),
);

/** Files named after their content. A cached copy never has to be requested again. */
const unchanging = /^\/(?:assets|builds\/meta)\//;

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && unchanging.test(url.pathname),
  async ({ request }) => (await findFile(request.url)) ?? (await fetch(request)),
);

self.addEventListener('message', (event) => {
  const { type, build: ready } = event.data as { readonly type?: string; readonly build?: string };
  if (type === 'build-ready' && typeof ready === 'string') {
    event.waitUntil(answerReady(ready, event.source));
  }
});

/** Shows the build and notifies the page once everything it needs is cached. */
async function answerReady(ready: string, page: ExtendableMessageEvent['source']): Promise<void> {
  if (await showBuild(ready, build)) page?.postMessage({ type: 'build-shown', build: ready });
}

listenToPushes(self);
listenToSync(self);
