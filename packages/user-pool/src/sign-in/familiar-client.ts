import { randomUUID } from 'node:crypto';
import { lifetimes } from '#limits.ts';
import type { PoolContext } from '#pool-context.ts';
import type { Call } from '#wire/call.ts';
import { readSealedCookie, setSealedCookie, type SealedCookie } from '#wire/sealed-cookie.ts';

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

export function greetFamiliarClient(pool: PoolContext, call: Call, sub: string): void {
  const id = readSealedCookie(pool, call, cookie, sub) ?? randomUUID();
  setSealedCookie(pool, call, cookie, sub, id);
}
