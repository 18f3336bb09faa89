/*
 * What this device keeps of members, wherever it lies: each part that keeps something says here how
 * it is removed, and whoever ends a session removes all of it by one call.
 */

/** Removes what is kept of everybody but `except`, a member's sub; null: of everybody. */
type Wipe = (except: string | null) => Promise<void> | void;

const parts = new Map<string, Wipe>();

/** At the beginning, not when a page is opened: what an earlier visit has kept must be known, too. */
export function registerDeviceData(name: string, wipe: Wipe): void {
  parts.set(name, wipe);
}

/** Waits for all parts. One that cannot be opened keeps nothing, or the browser forbids it. */
export async function wipeDeviceData(except: string | null): Promise<void> {
  await Promise.allSettled([...parts.values()].map(async (wipe) => wipe(except)));
}

/** One part alone, of everybody: what it keeps serves nobody any more. */
export async function wipeDevicePart(name: string): Promise<void> {
  await parts.get(name)?.(null);
}

/** Whose data is known to be the only one, by this page; undefined: nobody has looked yet. */
let keptFor: string | null | undefined;

/** After each look at who is signed in: somebody else's data goes, at most once a page. */
export async function keepOnlyDataOf(sub: string | null): Promise<void> {
  if (keptFor === sub) return;
  keptFor = sub;
  await wipeDeviceData(sub);
}

/** Marks of the device itself, which name nobody. */
const marksOfDevice = ['code', 'guide-opened', 'install', 'sign-out'];

/** Keys of ours are `tanren:<what>` or `tanren:<what>:<sub>…`. */
export function isKeyOfSomebodyElse(key: string, except: string | null): boolean {
  const [product, what = '', ...names] = key.split(':');
  if (product !== 'tanren' || marksOfDevice.includes(what)) return false;
  return except === null || (names.length > 0 && !names.includes(except));
}

registerDeviceData('local-storage', (except) => {
  for (const key of Object.keys(localStorage)) {
    if (isKeyOfSomebodyElse(key, except)) localStorage.removeItem(key);
  }
});
