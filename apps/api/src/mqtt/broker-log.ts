import type { FastifyBaseLogger } from 'fastify';

const intervalMs = 60_000;

/**
 * At most one line a minute, with the number since the last: a machine that has gone mad
 * says the same a hundred times a second.
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

/** Where broker and bus write; never a payload, never a secret. */
export type BrokerLog = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
