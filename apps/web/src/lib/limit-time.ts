/** Returns the result of the work, or `late` when it takes longer than `ms`. The work goes on. */
export async function waitAtMost<T, L>(ms: number, work: Promise<T>, late: L): Promise<T | L> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<L>((resolve) => {
    timer = setTimeout(resolve, ms, late);
  });
  return await Promise.race([work, timeout]).finally(() => {
    clearTimeout(timer);
  });
}

/**
 * Limits the duration of some work, and ends it when `outer` is aborted. The work gets a signal: a
 * result that arrives too late must be closed, not used.
 */
export async function limitTime<T>(
  ms: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const inner = new AbortController();
  const givenUp = new Promise<never>((_, reject) => {
    inner.signal.addEventListener('abort', () => {
      reject(inner.signal.reason as Error);
    });
  });
  const abandon = () => {
    inner.abort(outer.reason);
  };
  if (outer.aborted) abandon();
  outer.addEventListener('abort', abandon);
  const timer = setTimeout(() => {
    inner.abort(new Error(`Network: no answer within ${ms} ms`));
  }, ms);
  try {
    return await Promise.race([work(inner.signal), givenUp]);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', abandon);
  }
}
