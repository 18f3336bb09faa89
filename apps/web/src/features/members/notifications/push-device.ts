import { addPushDevice, getNotificationSettings } from '@tanren/contract/members/notifications';
import { callApi } from '#lib/api.ts';
import { readIdentity } from '#lib/auth/auth.ts';
import { findWorker, markPushHere, readPushMark } from '#lib/push-here.ts';

/**
 * What this browser can do about pushes. `install`: an iPhone or iPad, which takes them only in an
 * installed app. `denied`: its owner said no, and only the browser's own settings can change that.
 */
export type PushHere =
  | { readonly kind: 'unsupported' | 'install' | 'denied' }
  /** The fingerprint of its address, by which the server's list knows it; null: not switched on. */
  | { readonly kind: 'ready'; readonly fingerprint: string | null };

/** Safari alone has it, and says by it whether it runs as an installed app. */
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

/** As the server makes it. */
async function toFingerprint(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  const bytes = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0'));
  return bytes.join('').slice(0, 32);
}

export class PushRefused extends Error {
  override readonly name = 'PushRefused';
}

/** Asks for permission, so it must be called by a tap. Throws PushRefused when it is not given. */
export async function switchPushOn(vapidPublicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused();
  const worker = await findWorker();
  if (worker === null) throw new Error('there is no service worker');
  const { pushManager } = worker;
  // One that was made for another key, of another installation perhaps, would take nothing of ours.
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
 * A browser may get another address at its push service without being asked, and the server's key may
 * change: then nothing would come any more, and nobody would know why. Asks the server only if so.
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

/** As base64url, which is how the server tells its own. */
function readKey({ options }: PushSubscription): string | null {
  const { applicationServerKey } = options;
  if (applicationServerKey === null) return null;
  const binary = String.fromCharCode(...new Uint8Array(applicationServerKey));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
