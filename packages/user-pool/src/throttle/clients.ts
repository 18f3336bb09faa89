import { randomUUID } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { lifetimes } from '#limits.ts';
import type { Call } from '#pool/operation.ts';
import type { PoolContext } from '#pool/pool-context.ts';
import { readSealedCookie, type SealedCookie, setSealedCookie } from '#pool/sealed-cookie.ts';

/**
 * Returns the network of an address. One household has 2^64 IPv6 addresses and counts as one
 * client.
 */
export function toClientNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('%', 1)[0]?.split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const gap = address.includes('::') ? Math.max(0, 8 - left.length - right.length) : 0;
  const groups = [...left, ...Array.from({ length: gap }, () => '0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/*
 * A browser that has signed in before, or reset the password, has a sealed cookie and its own
 * counts for passwords, codes and mails. So people who guess without end lock out only unfamiliar
 * browsers, never the owner.
 */

const cookie: SealedCookie = {
  prefix: 'pool_client_',
  maxAge: lifetimes.familiarClient,
  bindTo: (sub) => sub,
};

export interface Requester {
  /** Browser that this account has signed in with, or else a network. */
  readonly name: string;
  readonly familiar: boolean;
  /**
   * Mail that this browser has requested. The browser has its own tries at the code of that mail.
   */
  readonly requestedMail?: string;
}

/** Returns the client whose count for this account the call adds to. */
export function identifyRequester(pool: PoolContext, call: Call, sub: string): Requester {
  const id = readSealedCookie(pool, call, cookie, sub);
  return id === null
    ? { name: `network ${call.clientNetwork}`, familiar: false }
    : { name: `browser ${id}`, familiar: true };
}

export function storeClient(pool: PoolContext, call: Call, sub: string): void {
  const id = readSealedCookie(pool, call, cookie, sub) ?? randomUUID();
  setSealedCookie(pool, call, cookie, sub, id);
}

const requesterCookie: SealedCookie = {
  prefix: 'pool_reset_',
  maxAge: lifetimes.resetCode,
  bindTo: (sub) => `reset ${sub}`,
};

/**
 * Gives the browser that requests a reset its own tries, which no other client can use up. Each
 * mail replaces the cookie, so the number of mails limits the number of tries.
 */
export function storeResetRequester(pool: PoolContext, call: Call, sub: string): void {
  setSealedCookie(pool, call, requesterCookie, sub, randomUUID());
}

/** Returns the client that types the code of a reset. */
export function identifyResetRequester(pool: PoolContext, call: Call, sub: string): Requester {
  const requester = identifyRequester(pool, call, sub);
  const requestedMail = readSealedCookie(pool, call, requesterCookie, sub);
  return requestedMail === null ? requester : { ...requester, requestedMail };
}
