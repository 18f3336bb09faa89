import { PrecacheController, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { cacheNameOf, findFile, findShell, shellPath, showBuild } from './build-caches.ts';
import { listenToPushes } from './push.ts';
import { listenToSync } from './sync.ts';

/*
 * Opens the app without a network (decision 0029). It keeps the files of builds and nothing else:
 * what a member reads is kept by the page, for that member. Pages come from the network first.
 */

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: PrecacheEntry[] };
declare const __BUILD_ID__: string;

const build = __BUILD_ID__;

const controller = new PrecacheController({ cacheName: cacheNameOf(build) });
controller.addToCacheList([
  ...self.__WB_MANIFEST,
  // Their names have the build in them: a server with another one does not know them, and then
  // nothing is installed. The shell comes last: where it is, everything is.
  { url: `/builds/meta/${build}.json`, revision: null },
  { url: shellPath(build), revision: null },
]);

self.addEventListener('install', (event) => {
  event.waitUntil(controller.install(event).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

/** Pages that are open go on as they are: whatever they ask for is still here. */
async function takeOver(): Promise<void> {
  // The network is asked while the worker starts, so that a page does not wait for it.
  await self.registration.navigationPreload.enable();
  await self.clients.claim();
  for (const client of await self.clients.matchAll({ type: 'window' })) {
    client.postMessage({ type: 'build-installed', build });
  }
}

/** Longer than a slow network needs for one page, and shorter than anybody waits. */
const patienceMs = 4000;

/** A gateway answers in place of a server that cannot be reached. */
const gatewayFailures = [502, 503, 504];

async function askNetwork(event: FetchEvent): Promise<Response> {
  const preloaded = (await event.preloadResponse) as Response | undefined;
  return preloaded ?? (await fetch(event.request));
}

async function openPage(event: FetchEvent): Promise<Response> {
  const asked = askNetwork(event);
  const late = new Promise<null>((resolve) => {
    setTimeout(resolve, patienceMs, null);
  });
  const answer = await Promise.race([asked, late]).catch(() => null);
  if (answer !== null && !gatewayFailures.includes(answer.status)) return answer;
  return (await findShell(build)) ?? answer ?? (await asked);
}

/** What is no page of the app: calls, sign-in, files for other programs. */
const notPages = [
  /^\/(?:api|cognito|mqtt|builds|assets|icons|metrics)\//,
  /^\/(?:healthz|readyz)$/,
];

registerRoute(
  new NavigationRoute(({ event }) => openPage(event as FetchEvent), { denylist: notPages }),
);

/** Named after their content: whoever has it need not be asked again. */
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

/** The page that asks hears of it once what it needs is here. */
async function answerReady(ready: string, page: ExtendableMessageEvent['source']): Promise<void> {
  if (await showBuild(ready, build)) page?.postMessage({ type: 'build-shown', build: ready });
}

listenToPushes(self);
listenToSync(self);
