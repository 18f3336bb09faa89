import { hash } from 'node:crypto';
import type { Identity, VerifyToken } from './authentication.ts';

/** Tells of tokens that must not be accepted from memory any more. */
export interface Revocations {
  /**
   * Null: a revocation may have been missed, so nothing remembered counts. Two equal numbers mean
   * that nothing was revoked in between.
   */
  readonly position: () => number | null;
}

interface RememberedToken {
  readonly identity: Identity;
  readonly goodUntil: number;
}

export interface TokenCache {
  readonly verifyToken: VerifyToken;
  /** The next call of each of the member's tokens is verified anew. */
  readonly forget: (sub: string) => void;
  readonly forgetAll: () => void;
  /** Tokens remembered now. */
  readonly size: () => number;
}

interface TokenCacheOptions {
  readonly verifyToken: VerifyToken;
  readonly revocations: Revocations;
  readonly now: () => Date;
  /** More push out those remembered longest, which would be verified anew first in any case. */
  readonly mostTokens?: number;
}

/** About 10 MB. */
const usualMostTokens = 20_000;
/** A phone that gets a new token does not use the one before it: a few devices have one each. */
const mostPerMember = 8;

/**
 * Remembers verified tokens, by their hash. To verify one takes a signature and a query, which is
 * more than most calls take otherwise. Only what was accepted is remembered, never longer than the
 * token is good, and only while revocations are told; whatever is in doubt is verified.
 */
export function createTokenCache({
  verifyToken,
  revocations,
  now,
  mostTokens = usualMostTokens,
}: TokenCacheOptions): TokenCache {
  const tokens = new Map<string, RememberedToken>();
  const keysOf = new Map<string, Set<string>>();

  const drop = (key: string, { identity: { sub } }: RememberedToken) => {
    tokens.delete(key);
    const keys = keysOf.get(sub);
    keys?.delete(key);
    if (keys?.size === 0) keysOf.delete(sub);
  };

  const dropFirst = (keys: Iterable<string>) => {
    const [first = ''] = keys;
    const token = tokens.get(first);
    if (token !== undefined) drop(first, token);
  };

  const remember = (key: string, identity: Identity, goodUntil: Date) => {
    // Deleted first: a map keeps the order of insertion, and the first has to go.
    tokens.delete(key);
    tokens.set(key, { identity, goodUntil: goodUntil.getTime() });
    const keys = keysOf.get(identity.sub) ?? new Set();
    keysOf.set(identity.sub, keys.add(key));
    if (keys.size > mostPerMember) dropFirst(keys);
    if (tokens.size > mostTokens) dropFirst(tokens.keys());
  };

  const recall = (key: string): Identity | null => {
    const known = tokens.get(key);
    if (known === undefined) return null;
    if (now().getTime() >= known.goodUntil) {
      drop(key, known);
      return null;
    }
    return known.identity;
  };

  const verifyAnew = async (token: string, key: string, position: number) => {
    const identity = await verifyToken(token);
    // What was revoked meanwhile may not have been seen by the query, and has been told already.
    if (identity.goodUntil !== undefined && revocations.position() === position) {
      remember(key, identity, identity.goodUntil);
    }
    return identity;
  };

  return {
    verifyToken(token) {
      const position = revocations.position();
      if (position === null) return verifyToken(token);
      const key = hash('sha256', token, 'base64');
      return recall(key) ?? verifyAnew(token, key, position);
    },
    forget(sub) {
      for (const key of keysOf.get(sub) ?? []) tokens.delete(key);
      keysOf.delete(sub);
    },
    forgetAll() {
      tokens.clear();
      keysOf.clear();
    },
    size: () => tokens.size,
  };
}
