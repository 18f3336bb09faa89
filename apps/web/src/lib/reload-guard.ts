const storageKey = 'tanren:reload';

/** A second reload of the same path within this time would be a loop. */
export const reloadGuardTtl = 10_000;

interface ReloadMark {
  readonly path: string;
  readonly expires: number;
}

function readMark(storage: Storage): ReloadMark | null {
  try {
    return JSON.parse(storage.getItem(storageKey) ?? 'null') as ReloadMark | null;
  } catch {
    return null;
  }
}

/** Whether this path may be reloaded now; remembers it if so. Storage may be full or forbidden. */
export function mayReload(storage: Storage, path: string, now: number): boolean {
  const mark = readMark(storage);
  if (mark && mark.path === path && mark.expires > now) return false;
  try {
    storage.setItem(storageKey, JSON.stringify({ path, expires: now + reloadGuardTtl }));
  } catch {
    // Without storage a loop could not be noticed, so the error view has to do.
    return false;
  }
  return true;
}
