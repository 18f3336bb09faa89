import { randomUUID } from 'node:crypto';
import { keyedHash } from '#crypto/pool-secrets.ts';
import { seal, unseal } from '#crypto/seal.ts';
import { lifetimes } from '#limits.ts';
import type { PoolContext } from '#pool-context.ts';
import type { Call } from '#wire/call.ts';

/*
 * A browser that has signed in before, or reset the password, keeps a sealed cookie and gets
 * counts of its own for passwords, codes and mails. So strangers who guess without end lock out
 * only strangers, never the owner.
 */

function cookieName(pool: PoolContext, sub: string): string {
  return `pool_client_${keyedHash(pool.secrets['familiar-client'], sub).toString('hex').slice(0, 16)}`;
}

export interface Asker {
  /** A browser that this account has signed in with, or else a network. */
  readonly name: string;
  readonly familiar: boolean;
}

/** Whose count for this account the call adds to. */
export function nameAsker(pool: PoolContext, call: Call, sub: string): Asker {
  const id = findFamiliarClient(pool, call, sub);
  return id === null
    ? { name: `network ${call.clientNetwork}`, familiar: false }
    : { name: `browser ${id}`, familiar: true };
}

export function greetFamiliarClient(pool: PoolContext, call: Call, sub: string): void {
  const id = findFamiliarClient(pool, call, sub) ?? randomUUID();
  const value = seal(pool.secrets['familiar-client'], Buffer.from(id), sub).toString('base64url');
  const secure = pool.issuer.startsWith('https:') ? '; Secure' : '';
  const path = new URL('.', pool.issuer).pathname.replace(/(.)\/$/, '$1');
  call.setCookie(
    `${cookieName(pool, sub)}=${value}; Path=${path}; Max-Age=${lifetimes.familiarClient}; HttpOnly; SameSite=Strict${secure}`,
  );
}

function findFamiliarClient(pool: PoolContext, call: Call, sub: string): string | null {
  const prefix = `${cookieName(pool, sub)}=`;
  const cookie = call.cookies.split(/; */).find((part) => part.startsWith(prefix));
  if (cookie === undefined) return null;
  const sealed = Buffer.from(cookie.slice(prefix.length), 'base64url');
  return unseal(pool.secrets['familiar-client'], sealed, sub)?.toString() ?? null;
}
