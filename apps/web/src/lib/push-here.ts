import { registerDeviceData } from './offline/device-data.ts';

/*
 * What this browser has to do with pushes, small enough for every page: whose they are, and how they
 * end. How they begin is in `features/notifications`.
 */

/** Says by its name whose pushes come here, and by its value to which address, by its fingerprint. */
const markOf = (sub: string) => `tanren:push:${sub}`;

/** Null: not any more. */
export function markPushHere(sub: string, fingerprint: string | null): void {
  try {
    if (fingerprint === null) localStorage.removeItem(markOf(sub));
    else localStorage.setItem(markOf(sub), fingerprint);
  } catch {
    // Without storage the next member who logs in here ends them: rather too often than too seldom.
  }
}

/** Null: this member has not switched them on here. */
export function readPushMark(sub: string): string | null {
  try {
    return localStorage.getItem(markOf(sub));
  } catch {
    return null;
  }
}

/** Null: there is no service worker, so there can be no push. */
export async function findWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null;
  return (await navigator.serviceWorker.getRegistration()) ?? null;
}

/** Not in the DOM's types yet; absent in most browsers. */
interface Badges {
  clearAppBadge?: () => Promise<void>;
}

/** Whoever looks at the app has seen what the number on its icon was about. */
export async function clearBadge(): Promise<void> {
  await (navigator as Badges).clearAppBadge?.().catch(() => {});
}

/**
 * Ends pushes to this browser, and takes what they have left on the screen, unless they are those of
 * the member `except`. The server learns it from the push service with its next message.
 */
export async function forgetPushHere(except: string | null): Promise<void> {
  if (except !== null && readPushMark(except) !== null) return;
  const worker = await findWorker();
  if (worker === null || !('pushManager' in worker)) return;
  const subscription = await worker.pushManager.getSubscription();
  await subscription?.unsubscribe();
  for (const notification of await worker.getNotifications()) notification.close();
  await clearBadge();
}

registerDeviceData('push', forgetPushHere);

/** Opens the page of a notification that was tapped while the app was open. Ends with the answer. */
export function followNotifications(open: (path: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => {};
  const { serviceWorker } = navigator;
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    const { type, path } = (data ?? {}) as { readonly type?: string; readonly path?: unknown };
    if (type === 'open' && typeof path === 'string') open(path);
  };
  serviceWorker.addEventListener('message', onMessage);
  return () => {
    serviceWorker.removeEventListener('message', onMessage);
  };
}
