export type Wishes = ReadonlyMap<number, boolean>;

/** `later`: no answer, or one that may be another the next time. */
export type Outcome = 'done' | 'refused' | 'later';

export interface FavoriteWishes {
  /** What was wished and is not yet known to be so, by session. */
  readonly read: () => Wishes;
  readonly subscribe: (listener: () => void) => () => void;
  /** The last wish counts, whatever was wished before it. */
  readonly wish: (trainingSessionId: number, favorite: boolean) => void;
  /** There may be a connection again. */
  readonly retry: () => void;
  /** Another tab has changed what is stored. */
  readonly reload: () => void;
  /** Somebody else uses this tab now. */
  readonly close: () => void;
}

interface WishOptions {
  readonly load: () => Wishes;
  readonly save: (wishes: Wishes) => void;
  readonly send: (trainingSessionId: number, favorite: boolean) => Promise<Outcome>;
  readonly schedule: (retry: () => void, ms: number) => void;
}

const firstDelay = 5_000;
const longestDelay = 60_000;

/**
 * Favourites that survive a lost connection: a wish is kept until the server has answered it. One
 * call at a time for each session, so that an older wish can never overtake a newer one.
 */
export function createFavoriteWishes({ load, save, send, schedule }: WishOptions): FavoriteWishes {
  let wishes = load();
  let delay = firstDelay;
  let waiting = false;
  let closed = false;
  const sending = new Set<number>();
  const listeners = new Set<() => void>();

  function set(next: Wishes): void {
    wishes = next;
    for (const listener of listeners) listener();
  }

  function keep(next: Wishes): void {
    save(next);
    set(next);
  }

  async function deliver(id: number): Promise<void> {
    if (closed || sending.has(id)) return;
    sending.add(id);
    try {
      for (let wanted = wishes.get(id); wanted !== undefined; wanted = wishes.get(id)) {
        const outcome = await send(id, wanted);
        if (closed) return;
        if (outcome === 'later') {
          retryLater();
          return;
        }
        delay = firstDelay;
        // Otherwise something else was wished meanwhile, and that is sent next.
        if (wishes.get(id) === wanted) {
          keep(new Map([...wishes].filter(([other]) => other !== id)));
        }
      }
    } finally {
      sending.delete(id);
    }
  }

  function deliverAll(): void {
    for (const id of wishes.keys()) void deliver(id);
  }

  function retryLater(): void {
    if (waiting) return;
    waiting = true;
    schedule(() => {
      waiting = false;
      deliverAll();
    }, delay);
    delay = Math.min(delay * 2, longestDelay);
  }

  return {
    read: () => wishes,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    wish(trainingSessionId, favorite) {
      keep(new Map([...wishes, [trainingSessionId, favorite]]));
      void deliver(trainingSessionId);
    },
    retry() {
      delay = firstDelay;
      deliverAll();
    },
    reload() {
      set(load());
    },
    close() {
      closed = true;
    },
  };
}

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
