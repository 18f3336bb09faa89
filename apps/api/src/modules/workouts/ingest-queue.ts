export interface IngestQueueOptions<T> {
  /** More than this wait in the broker, and finally in the machines. */
  readonly capacity: number;
  readonly largestBatch: number;
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
 * One batch at a time, made of whatever waits when the last one is done: a message alone is
 * not kept waiting for others, and under load batches grow by themselves.
 */
export function createIngestQueue<T>({
  capacity,
  largestBatch,
  run,
}: IngestQueueOptions<T>): IngestQueue<T> {
  let waiting: T[] = [];
  let full: { readonly promise: Promise<void>; readonly open: () => void } | null = null;
  let running: Promise<void> | null = null;

  const start = () => {
    if (running !== null || waiting.length === 0) return;
    const batch = waiting.slice(0, largestBatch);
    waiting = waiting.slice(largestBatch);
    if (waiting.length < capacity) {
      full?.open();
      full = null;
    }
    running = run(batch).finally(() => {
      running = null;
      start();
    });
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
      await running;
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
