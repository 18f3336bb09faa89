import { hash } from 'node:crypto';
import type { Identity, VerifyToken } from './authentication.ts';

/** Reports tokens that must no longer be accepted from the cache. */
export interface Revocations {
  /**
   * Returns `null` if a revocation may have been missed, so that no cached token counts. Two equal
   * numbers mean that nothing was revoked in between.
   */
  readonly position: () => number | null;
}

interface RememberedToken {
  readonly identity: Identity;
  readonly goodUntil: number;
}

export interface TokenCache {
  readonly verifyToken: VerifyToken;
  /** Makes the next call with each of the member's tokens verify it again. */
  readonly clear: (sub: string) => void;
  readonly clearAll: () => void;
  /** Number of cached tokens. */
  readonly size: () => number;
}

interface TokenCacheOptions {
  readonly verifyToken: VerifyToken;
  readonly revocations: Revocations;
  readonly now: () => Date;
  /**
   * Maximum number of cached tokens. The oldest are removed, which would expire first in any case.
   */
  readonly maxTokens?: number;
}

/** About 10 MB. */
const defaultMaxTokens = 20_000;
/**
 * Maximum tokens per member: one for each of a few devices. A phone with a new token does not use
 * the old one.
 */
const maxPerMember = 8;

/**
 * Caches verified tokens by their hash, because verification takes a signature check and a query,
 * more than the rest of most calls. Only accepted tokens are cached, never longer than they are
 * valid, and only while revocations are received. In any doubt the token is verified.
 */
export function createTokenCache({
  verifyToken,
  revocations,
  now,
  maxTokens = defaultMaxTokens,
}: TokenCacheOptions): TokenCache {
  const tokens = new Map<string, RememberedToken>();
  const keysOf = new Map<string, Set<string>>();

  const remove = (key: string, { identity: { sub } }: RememberedToken) => {
    tokens.delete(key);
    const keys = keysOf.get(sub);
    keys?.delete(key);
    if (keys?.size === 0) keysOf.delete(sub);
  };

  const removeFirst = (keys: Iterable<string>) => {
    const [first = ''] = keys;
    const token = tokens.get(first);
    if (token !== undefined) remove(first, token);
  };

  const cacheToken = (key: string, identity: Identity, goodUntil: Date) => {
    // The entry is deleted first, because a map keeps the order of insertion and the first is
    // removed.
    tokens.delete(key);
    tokens.set(key, { identity, goodUntil: goodUntil.getTime() });
    const keys = keysOf.get(identity.sub) ?? new Set();
    keysOf.set(identity.sub, keys.add(key));
    if (keys.size > maxPerMember) removeFirst(keys);
    if (tokens.size > maxTokens) removeFirst(tokens.keys());
  };

  const getCached = (key: string): Identity | null => {
    const known = tokens.get(key);
    if (known === undefined) return null;
    if (now().getTime() >= known.goodUntil) {
      remove(key, known);
      return null;
    }
    return known.identity;
  };

  const verifyAnew = async (token: string, key: string, position: number) => {
    const identity = await verifyToken(token);
    // The query may have missed a revocation that happened meanwhile and was already reported.
    if (identity.goodUntil !== undefined && revocations.position() === position) {
      cacheToken(key, identity, identity.goodUntil);
    }
    return identity;
  };

  return {
    verifyToken(token) {
      const position = revocations.position();
      if (position === null) return verifyToken(token);
      const key = hash('sha256', token, 'base64');
      return getCached(key) ?? verifyAnew(token, key, position);
    },
    clear(sub) {
      for (const key of keysOf.get(sub) ?? []) tokens.delete(key);
      keysOf.delete(sub);
    },
    clearAll() {
      tokens.clear();
      keysOf.clear();
    },
    size: () => tokens.size,
  };
}
