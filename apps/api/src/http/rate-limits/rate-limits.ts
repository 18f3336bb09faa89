import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import { PoolError } from '@tanren/user-pool/pool-error';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

import { AppError } from '#http/app-error.ts';
import type { Database } from '#db/database.ts';
import { createSharedStore } from './shared-rate-limit.ts';

export interface RateLimits {
  /** Calls per minute. */
  readonly perMember: number;
  /** Calls per minute. */
  readonly perAddress: number;
  /** Time limit of counting in the database, in milliseconds. One second by default. */
  readonly maxQueryMs?: number;
}

const windowMs = 60_000;

interface Given {
  readonly limits: RateLimits;
  readonly db: Database;
  /** The key that hashes callers' names for the database. It is the same on every node. */
  readonly key: Buffer;
}

/** Limits calls. They are counted over all nodes, also for the limits of single routes. */
export const rateLimits = fp<Given>(async (app, { limits, db, key }) => {
  await app.register(rateLimit, {
    timeWindow: windowMs,
    store: createSharedStore({ scope: 'api', db, key, log: app.log, ...limits }),
    keyGenerator: nameCaller,
    max: (request) => (request.verifiedIdentity === null ? limits.perAddress : limits.perMember),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('too_many_requests', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1000)) }),
  });
});

/**
 * Limits calls to the embedded user pool by address, because callers have no token yet. The pool
 * itself limits guesses by account and network.
 */
export const poolRateLimits = fp<Given>(async (app, { limits, db, key }) => {
  await app.register(rateLimit, {
    timeWindow: windowMs,
    store: createSharedStore({ scope: 'user pool', db, key, log: app.log, ...limits }),
    keyGenerator: nameAddress,
    max: limits.perAddress,
    errorResponseBuilder: () => new PoolError('TooManyRequestsException', 'Too many requests'),
  });
});

function nameCaller(request: FastifyRequest): string {
  const { verifiedIdentity } = request;
  return verifiedIdentity === null ? nameAddress(request) : `member ${verifiedIdentity.sub}`;
}

function nameAddress({ ip }: FastifyRequest): string {
  // One IPv6 customer owns a whole /64 and could otherwise be 2^64 callers.
  // A client that hung up already, or a local socket, has no address.
  return `address ${normalizeIP(ip || 'unknown', 64)}`;
}
