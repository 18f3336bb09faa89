import { addPushDevice, getNotificationSettings } from '@tanren/contract/members/notifications';
import { callApi } from '#lib/api.ts';
import { readIdentity } from '#lib/auth/auth.ts';
import { findWorker, markPushHere, readPushMark } from '#lib/push-here.ts';

/**
 * Push support of this browser. `install` is an iPhone or iPad, which receives pushes only in an
 * installed app. `denied` means that the permission was refused, which only the browser's settings
 * can change.
 */
export type PushHere =
  | { readonly kind: 'unsupported' | 'install' | 'denied' }
  /**
   * Fingerprint of the push address, which identifies the device in the server's list. `null` while
   * pushes are off.
   */
  | { readonly kind: 'ready'; readonly fingerprint: string | null };

/**
 * Safari's property that says whether the page runs as an installed app. Other browsers do not have
 * it.
 */
interface AppleNavigator {
  readonly standalone?: boolean;
}

export async function readPushHere(): Promise<PushHere> {
  const { standalone } = navigator as AppleNavigator;
  if (standalone === false && !('PushManager' in window)) return { kind: 'install' };
  const worker = await findWorker();
  if (worker === null || !('PushManager' in window) || !('Notification' in window)) {
    return { kind: 'unsupported' };
  }
  if (Notification.permission === 'denied') return { kind: 'denied' };
  const subscription = await worker.pushManager.getSubscription();
  const fingerprint = subscription === null ? null : await toFingerprint(subscription.endpoint);
  return { kind: 'ready', fingerprint };
}

/** Computes the fingerprint in the same way as the server. */
async function toFingerprint(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  const bytes = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0'));
  return bytes.join('').slice(0, 32);
}

export class PushRejected extends Error {
  override readonly name = 'PushRejected';
}

/**
 * Asks for permission, so it must be called by a tap. Throws `PushRejected` when the permission is
 * not given.
 */
export async function switchPushOn(vapidPublicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRejected();
  const worker = await findWorker();
  if (worker === null) throw new Error('there is no service worker');
  const { pushManager } = worker;
  // A subscription for another key, perhaps of another installation, would not receive our pushes.
  const before = await pushManager.getSubscription();
  if (before !== null && readKey(before) !== vapidPublicKey) await before.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: vapidPublicKey,
  });
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  await callApi(addPushDevice, { body: { endpoint: endpoint ?? '', keys: { p256dh, auth } } });
  await mark(await toFingerprint(subscription.endpoint));
}

/**
 * Renews the subscription if the push service has changed its address or the server has changed its
 * key. Otherwise pushes would stop without notice. Calls the server only in that case.
 */
export async function renewPush(): Promise<void> {
  const sub = (await readIdentity())?.sub;
  const known = sub === undefined ? null : readPushMark(sub);
  const here = known === null ? null : await readPushHere();
  if (here?.kind !== 'ready' || here.fingerprint === known) return;
  if (Notification.permission !== 'granted') return await mark(null);
  await switchPushOn((await callApi(getNotificationSettings, {})).vapidPublicKey);
}

export async function switchPushOff(): Promise<void> {
  const subscription = await (await findWorker())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  await mark(null);
}

async function mark(fingerprint: string | null): Promise<void> {
  const sub = (await readIdentity())?.sub;
  if (sub !== undefined) markPushHere(sub, fingerprint);
}

/** Returns the key as base64url, which is the format of the server's key. */
function readKey({ options }: PushSubscription): string | null {
  const { applicationServerKey } = options;
  if (applicationServerKey === null) return null;
  const binary = String.fromCharCode(...new Uint8Array(applicationServerKey));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
