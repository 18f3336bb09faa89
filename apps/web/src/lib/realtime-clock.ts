/** Milliseconds, the buffer in messages. */
export const realtime = {
  connectTimeout: 15_000,
  subscribeTimeout: 15_000,
  keepAlive: 300_000,
  checkInterval: 5_000,
  staleAfter: 65_000,
  firstReconnect: 5_000,
  reconnectInterval: 60_000,
  bufferSize: 5_000,
} as const;

/** Time comes in from outside, so that a test can hold it still. */
export interface RealtimeClock {
  now(): number;
  after(ms: number, run: () => void): () => void;
}

export const browserClock: RealtimeClock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};

/**
 * Gives up after a while, or as soon as nobody waits any more. The work is told by its signal:
 * what arrives too late must be closed, not used.
 */
export async function limitTime<T>(
  clock: RealtimeClock,
  ms: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const inner = new AbortController();
  const abandon = () => {
    inner.abort(outer.reason);
  };
  if (outer.aborted) abandon();
  outer.addEventListener('abort', abandon);
  const cancelTimer = clock.after(ms, () => {
    inner.abort(new Error(`Network: no answer within ${ms} ms`));
  });
  const givenUp = new Promise<never>((_, reject) => {
    const giveUp = () => {
      reject(inner.signal.reason as Error);
    };
    if (inner.signal.aborted) giveUp();
    else inner.signal.addEventListener('abort', giveUp);
  });
  try {
    return await Promise.race([work(inner.signal), givenUp]);
  } finally {
    cancelTimer();
    outer.removeEventListener('abort', abandon);
  }
}
