export interface Inbox<T> {
  readonly put: (message: T) => void;
  /** What has been waiting comes first. One receiver at a time: the newest. */
  readonly attach: (receive: (message: T) => void) => () => void;
  readonly clear: () => void;
}

/** Keeps what arrives while nobody looks; of more than `size` messages the oldest make room. */
export function createInbox<T>(size: number): Inbox<T> {
  let waiting: T[] = [];
  let receiver: ((message: T) => void) | null = null;
  return {
    put(message) {
      if (receiver) {
        receiver(message);
        return;
      }
      waiting.push(message);
      if (waiting.length > size) waiting.shift();
    },
    attach(receive) {
      receiver = receive;
      const missed = waiting;
      waiting = [];
      for (const message of missed) receive(message);
      return () => {
        if (receiver === receive) receiver = null;
      };
    },
    clear() {
      waiting = [];
    },
  };
}
