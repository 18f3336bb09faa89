import { deviceStorage } from '#lib/browser-storage.ts';

/*
 * All data of members on this device. Each module that stores such data registers here how to
 * remove it, so that one call removes everything when a session ends.
 */

/** Removes the data of all members except `except` (a sub), or of all members when it is `null`. */
type Wipe = (except: string | null) => Promise<void> | void;

const parts = new Map<string, Wipe>();

/**
 * Registers a kind of data. Call it when the app starts and not when a page opens, so that data of
 * an earlier visit is removed, too.
 */
export function registerDeviceData(name: string, wipe: Wipe): void {
  parts.set(name, wipe);
}

/** Removes all data and waits for it. A store that cannot be opened contains nothing. */
export async function wipeDeviceData(except: string | null): Promise<void> {
  await Promise.allSettled([...parts.values()].map(async (wipe) => wipe(except)));
}

/** Clears one kind of data for every account, because it can no longer be used. */
export async function wipeDevicePart(name: string): Promise<void> {
  await parts.get(name)?.(null);
}

/** Member whose data is the only one on this device. `undefined` until this page has checked. */
let currentSub: string | null | undefined;

/**
 * Removes the data of other members after each check of who is signed in, at most once per page.
 */
export async function deleteDataOfOthers(sub: string | null): Promise<void> {
  if (currentSub === sub) return;
  currentSub = sub;
  await wipeDeviceData(sub);
}

/** Keys of the device itself, which contain no data of a member. */
const marksOfDevice = ['code', 'guide-opened', 'install', 'session-ended', 'sign-out'];

/**
 * Returns whether a key belongs to another member. Our keys are `tanren:<what>` or
 * `tanren:<what>:<sub>…`.
 */
export function isForeignKey(key: string, except: string | null): boolean {
  const [product, what = '', ...names] = key.split(':');
  if (product !== 'tanren' || marksOfDevice.includes(what)) return false;
  return except === null || (names.length > 0 && !names.includes(except));
}

registerDeviceData('local-storage', (except) => {
  for (const key of deviceStorage.listKeys()) {
    if (isForeignKey(key, except)) deviceStorage.remove(key);
  }
});
