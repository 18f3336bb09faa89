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
