import { getClientConfig } from '#lib/auth/client-config.ts';
import { buildId } from '#lib/builds/builds.ts';
import { wipeDevicePart } from './device-data.ts';
import { deleteOtherBuilds } from './stored-answers.ts';

/*
 * The page's side of the service worker. It is registered for members only and long after the page
 * has been drawn, so that it does not delay the first load.
 */

/** Returns `null` if this browser has no service workers, or not for this address. */
function getWorkers(): ServiceWorkerContainer | null {
  return 'serviceWorker' in navigator ? navigator.serviceWorker : null;
}

/** Whether a newer build than the one of this page is on this device. */
let newerBuild = false;
const listeners = new Set<() => void>();

export function subscribeToNewerBuild(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function hasNewerBuild(): boolean {
  return newerBuild;
}

export function recordNewerBuild(isThere = true): void {
  newerBuild = isThere;
  for (const listener of listeners) listener();
}

let registered: Promise<ServiceWorkerRegistration | null> | null = null;

/**
 * Registers the service worker once per page. Returns `null` where there is none; its features are
 * then missing.
 */
export function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  registered ??= register().catch(() => null);
  return registered;
}

async function register(): Promise<ServiceWorkerRegistration | null> {
  const workers = getWorkers();
  if (workers === null) return null;
  if (getClientConfig().serviceWorker === false) {
    await retire(workers);
    return null;
  }
  workers.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const { type, build } = (data ?? {}) as { readonly type?: string; readonly build?: string };
    if (type === 'build-installed') handleInstalled(build === buildId);
    // The stored answers of other builds are no longer read.
    if (type === 'build-shown' && build === buildId) deleteOtherBuilds().catch(() => {});
  });
  // A browser can be configured to return nothing here.
  const registration = (await workers.register('/service-worker.js', {
    updateViaCache: 'none',
  })) as ServiceWorkerRegistration | undefined;
  return registration ?? null;
}

/** Handles an installed build. The service worker of this build may come later than its page. */
function handleInstalled(isOwn: boolean): void {
  if (!isOwn) recordNewerBuild();
  else if (isReady) void announceBuildReady();
}

/**
 * Removes a service worker that was turned off, together with its caches and the answers that only
 * it could have shown.
 */
async function retire(workers: ServiceWorkerContainer): Promise<void> {
  const registrations = await workers.getRegistrations();
  if (registrations.length === 0) return;
  await Promise.all(registrations.map((registration) => registration.unregister()));
  for (const name of await caches.keys()) {
    if (name.startsWith('tanren-')) await caches.delete(name);
  }
  await wipeDevicePart('kept-answers');
}

/** Resolves when a service worker is active for this page, or with `null` if there is none. */
export async function readyWorker(): Promise<ServiceWorkerRegistration | null> {
  if ((await registerWorker()) === null) return null;
  return (await getWorkers()?.ready) ?? null;
}

/** Whether everything that this build needs without a network is stored. */
let isReady = false;

/**
 * Tells the service worker that this build has run here and its data is stored. From now on this
 * build opens without a network.
 */
export async function announceBuildReady(): Promise<void> {
  isReady = true;
  const registration = await readyWorker();
  registration?.active?.postMessage({ type: 'build-ready', build: buildId });
}
