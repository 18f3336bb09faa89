import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import { PoolError } from '@tanren/user-pool/pool-error';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

import { AppError } from '#app-error.ts';

export interface RateLimits {
  readonly perMember: number;
  readonly perAddress: number;
}

/**
 * Calls per minute. A member's phone makes about ten calls a page: 300 is a page every two
 * seconds. Everybody in a gym shares one address, and a visitor has no other name, so an
 * address gets the calls of a full gym opening the app at once.
 */
export const defaultRateLimits: RateLimits = { perMember: 300, perAddress: 1200 };

const windowMs = 60_000;
/** Callers remembered at a time; more push out those longest unseen. */
const rememberedCallers = 20_000;

interface Given {
  readonly limits: RateLimits | undefined;
}

export const rateLimits = fp<Given>(async (app, { limits = defaultRateLimits }) => {
  await app.register(rateLimit, {
    timeWindow: windowMs,
    cache: rememberedCallers,
    keyGenerator: nameCaller,
    max: (request) => (request.verifiedIdentity === null ? limits.perAddress : limits.perMember),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('too_many_requests', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1000)) }),
  });
});

/**
 * Before the embedded user pool, where nobody has a name yet. A flood is held back by each node on
 * its own; what a guesser could win is counted by the pool, in the database, for all nodes.
 */
export const poolRateLimits = fp<Given>(async (app, { limits = defaultRateLimits }) => {
  await app.register(rateLimit, {
    timeWindow: windowMs,
    cache: rememberedCallers,
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
