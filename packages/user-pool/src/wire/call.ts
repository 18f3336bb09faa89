import type { FastifyBaseLogger } from 'fastify';

/** What an operation may know of the request that carries it. */
export interface Call {
  readonly clientNetwork: string;
  readonly requestId: string;
  readonly userAgent: string;
  readonly cookies: string;
  readonly log: FastifyBaseLogger;
  setCookie(cookie: string): void;
  /** Work that the caller must not wait for, because its duration would tell something. */
  runAfterwards(work: () => Promise<void>): void;
}
