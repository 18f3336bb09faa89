import { randomUUID } from 'node:crypto';
import { keyedHash } from '#crypto/pool-secrets.ts';
import { seal, unseal } from '#crypto/seal.ts';
import { lifetimes } from '#limits.ts';
import type { PoolContext } from '#pool-context.ts';
import { guessSubject } from '#throttle/guesses.ts';
import type { Call } from '#wire/call.ts';

/*
 * A browser that has signed in before keeps a sealed cookie and gets a count of its own for
 * failed passwords. So strangers who guess without end lock out only strangers, never the owner.
 */

function cookieName(pool: PoolContext, sub: string): string {
  return `pool_client_${keyedHash(pool.secrets['familiar-client'], sub).toString('hex').slice(0, 16)}`;
}

/** Whose failures this sign-in adds to. */
export function passwordGuessSubject(pool: PoolContext, call: Call, sub: string): Buffer {
  return guessSubject(pool, 'password', sub, findFamiliarClient(pool, call, sub) ?? 'stranger');
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
