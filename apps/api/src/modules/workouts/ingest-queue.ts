export interface IngestQueueOptions<T> {
  /** More than this wait in the broker, and finally in the machines. */
  readonly capacity: number;
  readonly largestBatch: number;
  /** Batches under way at once. */
  readonly lanes: number;
  /** Never rejects. */
  readonly run: (batch: readonly T[]) => Promise<void>;
}

export interface IngestQueue<T> {
  /** Pending while the queue is full. */
  readonly push: (item: T) => Promise<void> | void;
  /** Waits for what is under way; what only waits is left to be sent again. */
  readonly stop: () => Promise<void>;
}

/**
 * Makes batches of whatever waits when a lane is free: one message alone is not kept waiting
 * for others, and under load batches grow by themselves.
 */
export function createIngestQueue<T>({
  capacity,
  largestBatch,
  lanes,
  run,
}: IngestQueueOptions<T>): IngestQueue<T> {
  let waiting: T[] = [];
  let full: { readonly promise: Promise<void>; readonly open: () => void } | null = null;
  const running = new Set<Promise<void>>();

  const start = () => {
    while (running.size < lanes && waiting.length > 0) {
      const batch = waiting.slice(0, largestBatch);
      waiting = waiting.slice(largestBatch);
      if (waiting.length < capacity) {
        full?.open();
        full = null;
      }
      const done = run(batch).finally(() => {
        running.delete(done);
        start();
      });
      running.add(done);
    }
  };

  return {
    push(item) {
      waiting.push(item);
      start();
      if (waiting.length < capacity) return;
      full ??= makeGate();
      return full.promise;
    },
    async stop() {
      waiting = [];
      full?.open();
      await Promise.all(running);
    },
  };
}

function makeGate() {
  let open = () => {};
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}
