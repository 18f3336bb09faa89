import { createHmac } from 'node:crypto';
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#db/database.ts';
import { limitTime } from '#db/limit-time.ts';
import { createThrottledLog } from '#log/throttled-log.ts';
import { countCalls } from './rate-limit-windows.ts';

interface SharedLimitParts {
  /** Each scope counts callers separately. */
  readonly scope: string;
  readonly db: Database;
  /** The key that hashes callers' names in the database. It is the same on every node. */
  readonly key: Buffer;
  readonly log: FastifyBaseLogger;
  /** Time limit of a query. A silent database must not delay calls that do not need it. */
  readonly maxQueryMs?: number;
}

/** Maximum number of callers in memory. The ones whose window began first are removed. */
const maxCachedCallers = 20_000;
const noAnswer = new Error('the database does not answer');
/** Pause after a failed query, so that not every call tries again. */
const pauseMs = 5000;

/** The state of a caller's current window on this node. */
interface CallerWindow {
  /** Calls at this node. */
  count: number;
  /** Calls that this node may allow before it queries the database again. */
  allowed: number;
  /** Calls allowed here that the database does not know yet. */
  untold: number;
  /** Calls at other nodes, as far as known. */
  elsewhere: number;
  /** End of the window by this process's own clock. */
  endsAt: number;
  asking: Promise<void> | null;
}

/**
 * Counts calls over all nodes. Small limits query the database at every call. Large limits are
 * taken from it in tenths, and the first tenth needs no query: ordinary callers cause no statement,
 * and a caller of many nodes gets at most a tenth more for each. While the database is away each
 * node counts for itself, up to the same limit.
 */
export function createSharedStore(parts: SharedLimitParts): FastifyRateLimitStoreCtor {
  const { db, key, log, maxQueryMs = 1000 } = parts;
  const failures = createThrottledLog(log, 'calls are limited by this node alone');
  let nextRequestAt = 0;

  const fetchCount = async (caller: string, calls: number, windowMs: number) => {
    if (performance.now() < nextRequestAt) return null;
    const hash = createHmac('sha256', key).update(`rate limit ${caller}`).digest();
    try {
      const counted = countCalls(db, { caller: hash, calls, windowMs });
      return await limitTime(counted, maxQueryMs, noAnswer);
    } catch (error) {
      nextRequestAt = performance.now() + pauseMs;
      failures.count({ err: error });
      return null;
    }
  };

  /** Allows more calls, or none when all nodes together have used them up. */
  const extend = async (caller: string, window: CallerWindow, max: number, windowMs: number) => {
    const piece = sizePiece(max);
    const count = await fetchCount(caller, window.untold + piece, windowMs);
    if (count === null) {
      const granted = Math.min(piece, max - window.elsewhere - window.allowed);
      window.allowed += granted;
      window.untold += granted;
      return;
    }
    window.elsewhere = Math.max(0, count.used - piece - window.allowed);
    window.untold = 0;
    window.allowed += Math.max(0, Math.min(piece, max - window.elsewhere - window.allowed));
    window.endsAt = performance.now() + count.ttlMs;
  };

  return class SharedStore implements FastifyRateLimitStore {
    readonly #scope: string;
    readonly #windows = new Map<string, CallerWindow>();

    constructor(options: object) {
      this.#scope = 'scope' in options ? String(options.scope) : parts.scope;
    }

    incr(
      name: string,
      callback: Parameters<FastifyRateLimitStore['incr']>[1],
      windowMs: number,
      max: number,
    ): void {
      const window = this.#find(name, windowMs, max);
      window.count += 1;
      const mine = window.count;
      const answer = () => callback(null, describeCall(window, mine, max));
      if (mine <= window.allowed) answer();
      else void this.#await(name, window, mine, windowMs, max).then(answer);
    }

    child(route: { readonly method?: unknown; readonly url?: unknown }): FastifyRateLimitStore {
      const { method, url } = 'routeInfo' in route ? (route.routeInfo as typeof route) : route;
      return new SharedStore({ scope: `${this.#scope} ${String(method)} ${String(url)}` });
    }

    /** Requests more calls until this one is allowed or the limit is reached. */
    async #await(name: string, window: CallerWindow, mine: number, windowMs: number, max: number) {
      while (mine > window.allowed && window.allowed + window.elsewhere < max) {
        // Concurrent calls share one query.
        window.asking ??= extend(`${this.#scope} ${name}`, window, max, windowMs).finally(() => {
          window.asking = null;
        });
        await window.asking;
      }
    }

    #find(name: string, windowMs: number, max: number): CallerWindow {
      const known = this.#windows.get(name);
      const now = performance.now();
      if (known !== undefined && known.endsAt > now) return known;
      const free = sizePiece(max) > 1 ? sizePiece(max) : 0;
      const window: CallerWindow = {
        count: 0,
        allowed: free,
        untold: free,
        elsewhere: 0,
        endsAt: now + windowMs,
        asking: null,
      };
      // The entry is deleted first, because a map keeps the order of insertion.
      this.#windows.delete(name);
      this.#windows.set(name, window);
      if (this.#windows.size > maxCachedCallers) {
        const [oldest = ''] = this.#windows.keys();
        this.#windows.delete(oldest);
      }
      return window;
    }
  };
}

function describeCall({ allowed, elsewhere, endsAt }: CallerWindow, mine: number, max: number) {
  const current = mine <= allowed ? Math.min(max, mine + elsewhere) : max + 1;
  return { current, ttl: Math.max(0, endsAt - performance.now()) };
}

/** Returns how many calls are requested at once. */
function sizePiece(max: number): number {
  return max >= 100 ? Math.floor(max / 10) : 1;
}
