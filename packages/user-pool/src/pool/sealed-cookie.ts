import { keyedHash, seal, unseal } from '#crypto/secrets.ts';
import type { PoolContext } from './pool-context.ts';
import type { Call } from './operation.ts';

/** Cookie about one account that the browser can neither read nor forge. */
export interface SealedCookie {
  readonly prefix: string;
  /** Lifetime in seconds. */
  readonly maxAge: number;
  /** Returns the text that the seal is bound to, besides the key. */
  readonly bindTo: (sub: string) => string;
}

export function setSealedCookie(
  pool: PoolContext,
  call: Call,
  cookie: SealedCookie,
  sub: string,
  text: string,
): void {
  const sealed = seal(pool.secrets['familiar-client'], Buffer.from(text), cookie.bindTo(sub));
  const secure = pool.issuer.startsWith('https:') ? '; Secure' : '';
  const path = new URL('.', pool.issuer).pathname.replace(/(.)\/$/, '$1');
  call.setCookie(
    `${cookieName(pool, cookie, sub)}=${sealed.toString('base64url')}; Path=${path}; Max-Age=${cookie.maxAge}; HttpOnly; SameSite=Strict${secure}`,
  );
}

export function readSealedCookie(
  pool: PoolContext,
  call: Call,
  cookie: SealedCookie,
  sub: string,
): string | null {
  const start = `${cookieName(pool, cookie, sub)}=`;
  const found = call.cookies.split(/; */).find((part) => part.startsWith(start));
  if (found === undefined) return null;
  const sealed = Buffer.from(found.slice(start.length), 'base64url');
  return unseal(pool.secrets['familiar-client'], sealed, cookie.bindTo(sub))?.toString() ?? null;
}

function cookieName(pool: PoolContext, { prefix }: SealedCookie, sub: string): string {
  const hash = keyedHash(pool.secrets['familiar-client'], sub).toString('hex');
  return `${prefix}${hash.slice(0, 16)}`;
}
