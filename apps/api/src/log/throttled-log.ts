import type { FastifyBaseLogger } from 'fastify';

const intervalMs = 60_000;

/**
 * Logs at most one line a minute, with the number of events since the last one: a faulty machine
 * may send the same message a hundred times a second.
 */
export function createThrottledLog(log: FastifyBaseLogger, text: string) {
  let count = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    count(example: object): void {
      count += 1;
      if (performance.now() - loggedAt < intervalMs) return;
      log.warn({ ...example, count }, text);
      count = 0;
      loggedAt = performance.now();
    },
  };
}
