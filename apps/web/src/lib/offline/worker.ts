import { getClientConfig } from '#lib/auth/auth.ts';
import { buildId } from '#lib/builds/builds.ts';
import { wipeDevicePart } from './device-data.ts';
import { dropOtherBuilds } from './kept-answers.ts';

/*
 * The page's side of the service worker. It is registered for members, when the page has long been
 * drawn: nobody's first load waits for it, and who never signs in does without.
 */

/** Null: this browser has none, or not at this address. */
function getWorkers(): ServiceWorkerContainer | null {
  return 'serviceWorker' in navigator ? navigator.serviceWorker : null;
}

/** A newer build is on this device, and this page is not of it. */
let newerBuild = false;
const listeners = new Set<() => void>();

export function subscribeToNewerBuild(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function hasNewerBuild(): boolean {
  return newerBuild;
}

export function noteNewerBuild(isThere = true): void {
  newerBuild = isThere;
  for (const listener of listeners) listener();
}

let registered: Promise<ServiceWorkerRegistration | null> | null = null;

/** Once a page. Null where there is none: what needs it does without. */
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
    if (type === 'build-installed') followInstalled(build === buildId);
    // Nobody reads any more what other builds have kept.
    if (type === 'build-shown' && build === buildId) dropOtherBuilds().catch(() => {});
  });
  // A browser may be told to answer nothing here.
  const registration = (await workers.register('/service-worker.js', {
    updateViaCache: 'none',
  })) as ServiceWorkerRegistration | undefined;
  return registration ?? null;
}

/** The worker of this build may come later than the page that it belongs to. */
function followInstalled(isOwn: boolean): void {
  if (!isOwn) noteNewerBuild();
  else if (isReady) void tellBuildReady();
}

/** It was turned off: nothing of it stays, nor the answers that only it could have shown. */
async function retire(workers: ServiceWorkerContainer): Promise<void> {
  const registrations = await workers.getRegistrations();
  if (registrations.length === 0) return;
  await Promise.all(registrations.map((registration) => registration.unregister()));
  for (const name of await caches.keys()) {
    if (name.startsWith('tanren-')) await caches.delete(name);
  }
  await wipeDevicePart('kept-answers');
}

/** When a worker stands behind this page; null: never. */
export async function readyWorker(): Promise<ServiceWorkerRegistration | null> {
  if ((await registerWorker()) === null) return null;
  return (await getWorkers()?.ready) ?? null;
}

/** Whether what this build needs without a network is kept. */
let isReady = false;

/** This build has run here and its data is kept: from now on it is what opens without a network. */
export async function tellBuildReady(): Promise<void> {
  isReady = true;
  const registration = await readyWorker();
  registration?.active?.postMessage({ type: 'build-ready', build: buildId });
}
