export type PendingFavorites = ReadonlyMap<number, boolean>;

/** `later`: no answer, or one that may be another the next time. */
export type Outcome = 'done' | 'refused' | 'later';

export interface FavoriteQueue {
  /** What the member has chosen and the server has not confirmed, by session. */
  readonly read: () => PendingFavorites;
  readonly subscribe: (listener: () => void) => () => void;
  /** The last choice counts, whatever was chosen before it. */
  readonly change: (trainingSessionId: number, favorite: boolean) => void;
  /** There may be a connection again. */
  readonly retry: () => void;
  /** Another tab has changed what is stored. */
  readonly reload: () => void;
  /** Somebody else uses this tab now. */
  readonly close: () => void;
}

interface QueueOptions {
  readonly load: () => PendingFavorites;
  readonly save: (pending: PendingFavorites) => void;
  readonly send: (trainingSessionId: number, favorite: boolean) => Promise<Outcome>;
  readonly schedule: (retry: () => void, ms: number) => void;
}

const firstDelay = 5_000;
const longestDelay = 60_000;

/**
 * Favourites that survive a lost connection: each choice is kept until the server has answered it.
 * Each session has one call at a time, so that an older choice can never overtake a newer one.
 */
export function createFavoriteQueue({ load, save, send, schedule }: QueueOptions): FavoriteQueue {
  let pending = load();
  let delay = firstDelay;
  let waiting = false;
  let closed = false;
  const sending = new Set<number>();
  const listeners = new Set<() => void>();

  function set(next: PendingFavorites): void {
    pending = next;
    for (const listener of listeners) listener();
  }

  function keep(next: PendingFavorites): void {
    save(next);
    set(next);
  }

  async function deliver(id: number): Promise<void> {
    if (closed || sending.has(id)) return;
    sending.add(id);
    try {
      for (let wanted = pending.get(id); wanted !== undefined; wanted = pending.get(id)) {
        const outcome = await send(id, wanted);
        if (closed) return;
        if (outcome === 'later') {
          retryLater();
          return;
        }
        delay = firstDelay;
        // Otherwise something else was chosen meanwhile, and that is sent next.
        if (pending.get(id) === wanted) {
          keep(new Map([...pending].filter(([other]) => other !== id)));
        }
      }
    } finally {
      sending.delete(id);
    }
  }

  function deliverAll(): void {
    for (const id of pending.keys()) void deliver(id);
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
    read: () => pending,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(trainingSessionId, favorite) {
      keep(new Map([...pending, [trainingSessionId, favorite]]));
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
export function pendingFavoritesKey(sub: string): string {
  return `tanren:favorite-wishes:${sub}`;
}

function isPendingFavorite(entry: unknown): entry is [number, boolean] {
  return Array.isArray(entry) && Number.isInteger(entry[0]) && typeof entry[1] === 'boolean';
}

/** Storage may be forbidden, and anybody may have written into it. */
export function loadPendingFavorites(
  storage: Pick<Storage, 'getItem'>,
  name: string,
): PendingFavorites {
  try {
    const stored: unknown = JSON.parse(storage.getItem(name) ?? '[]');
    return new Map(Array.isArray(stored) ? stored.filter(isPendingFavorite) : []);
  } catch {
    return new Map();
  }
}

/** Without storage the choices last as long as the tab. */
export function savePendingFavorites(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  name: string,
  pending: PendingFavorites,
): void {
  try {
    if (pending.size === 0) storage.removeItem(name);
    else storage.setItem(name, JSON.stringify([...pending]));
  } catch {
    // Full or forbidden: the choice is still sent from here.
  }
}
