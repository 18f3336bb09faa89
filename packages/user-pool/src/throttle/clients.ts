import { randomUUID } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { lifetimes } from '#limits.ts';
import type { Call } from '#pool/operation.ts';
import type { PoolContext } from '#pool/pool-context.ts';
import { readSealedCookie, type SealedCookie, setSealedCookie } from '#pool/sealed-cookie.ts';

/** One household has 2^64 IPv6 addresses: it counts as one client. */
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
 * A browser that has signed in before, or reset the password, keeps a sealed cookie and gets
 * counts of its own for passwords, codes and mails. So strangers who guess without end lock out
 * only strangers, never the owner.
 */

const cookie: SealedCookie = {
  prefix: 'pool_client_',
  maxAge: lifetimes.familiarClient,
  bindTo: (sub) => sub,
};

export interface Asker {
  /** A browser that this account has signed in with, or else a network. */
  readonly name: string;
  readonly familiar: boolean;
}

/** Whose count for this account the call adds to. */
export function nameAsker(pool: PoolContext, call: Call, sub: string): Asker {
  const id = readSealedCookie(pool, call, cookie, sub);
  return id === null
    ? { name: `network ${call.clientNetwork}`, familiar: false }
    : { name: `browser ${id}`, familiar: true };
}

export function rememberClient(pool: PoolContext, call: Call, sub: string): void {
  const id = readSealedCookie(pool, call, cookie, sub) ?? randomUUID();
  setSealedCookie(pool, call, cookie, sub, id);
}
