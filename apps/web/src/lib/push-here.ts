import { deviceStorage } from './browser-storage.ts';
import { registerDeviceData } from './offline/device-data.ts';

/*
 * The part of push notifications that every page needs: whose they are, and how they end.
 * `features/notifications` starts them.
 */

/**
 * Storage key that names the member whose pushes come here. The value is the fingerprint of the
 * push address.
 */
const markOf = (sub: string) => `tanren:push:${sub}`;

/** Stores the mark of this member's pushes, or removes it when `fingerprint` is `null`. */
export function markPushHere(sub: string, fingerprint: string | null): void {
  // The next member who signs in here ends the pushes when there is no storage. Ending them too
  // often is safer than too rarely.
  if (fingerprint === null) deviceStorage.remove(markOf(sub));
  else deviceStorage.save(markOf(sub), fingerprint);
}

/** Returns `null` when this member has not switched pushes on here. */
export function readPushMark(sub: string): string | null {
  return deviceStorage.read(markOf(sub));
}

/** Returns `null` when there is no service worker and therefore no push. */
export async function findWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null;
  return (await navigator.serviceWorker.getRegistration()) ?? null;
}

/** Part of the Badging API. It is missing in the DOM types and in most browsers. */
interface Badges {
  clearAppBadge?: () => Promise<void>;
}

/** Clears the number on the app icon, because the member now sees the app. */
export async function clearBadge(): Promise<void> {
  await (navigator as Badges).clearAppBadge?.().catch(() => {});
}

/**
 * Ends pushes to this browser and closes their notifications, unless they belong to the member
 * `except`. The push service reports it to the server with the next message.
 */
export async function endPushHere(except: string | null): Promise<void> {
  if (except !== null && readPushMark(except) !== null) return;
  const worker = await findWorker();
  if (worker === null || !('pushManager' in worker)) return;
  const subscription = await worker.pushManager.getSubscription();
  await subscription?.unsubscribe();
  for (const notification of await worker.getNotifications()) notification.close();
  await clearBadge();
}

registerDeviceData('push', endPushHere);

/**
 * Opens the page of a notification that was tapped while the app was open. Returns a function that
 * stops it.
 */
export function watchNotifications(open: (path: string) => void): () => void {
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
