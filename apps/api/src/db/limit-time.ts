import { setTimeout as sleep } from 'node:timers/promises';

/** Rejects with the given error when the work takes longer than `longestMs`. */
export async function limitTime<T>(
  work: Promise<T>,
  longestMs: number,
  tooLate: Error,
): Promise<T> {
  const done = new AbortController();
  try {
    return await Promise.race([work, failLate(longestMs, tooLate, done.signal)]);
  } finally {
    done.abort();
  }
}

async function failLate(longestMs: number, tooLate: Error, signal: AbortSignal): Promise<never> {
  await sleep(longestMs, undefined, { signal });
  throw tooLate;
}
