import type { Wishes } from './favorite-wishes.ts';

/** Each member's own: a phone may be shared. */
export function nameWishStore(sub: string): string {
  return `tanren:favorite-wishes:${sub}`;
}

function isWish(entry: unknown): entry is [number, boolean] {
  return Array.isArray(entry) && Number.isInteger(entry[0]) && typeof entry[1] === 'boolean';
}

/** Storage may be forbidden, and anybody may have written into it. */
export function loadWishes(storage: Pick<Storage, 'getItem'>, name: string): Wishes {
  try {
    const stored: unknown = JSON.parse(storage.getItem(name) ?? '[]');
    return new Map(Array.isArray(stored) ? stored.filter(isWish) : []);
  } catch {
    return new Map();
  }
}

/** Without storage wishes last as long as the tab. */
export function saveWishes(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  name: string,
  wishes: Wishes,
): void {
  try {
    if (wishes.size === 0) storage.removeItem(name);
    else storage.setItem(name, JSON.stringify([...wishes]));
  } catch {
    // Full or forbidden: the wish is still sent from here.
  }
}
