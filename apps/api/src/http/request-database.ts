import { fastifyCookie } from '@fastify/cookie';
import fp from 'fastify-plugin';
import type { Database, Queryable } from '#db/database.ts';
import type { AfterCommit, OpenTransaction } from '#db/open-transaction.ts';
import { maxLagMs, type Replica } from '#db/replica.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Handle for all reads and writes of the call: the transaction of its Idempotency-Key, or the
     * pool. Routes pass it to services as the first argument.
     */
    readonly db: Queryable;
    /**
     * Handle for reads of data that may be seconds old, on a replica if there is one. It must not
     * decide what the caller may do. It is `db` after a write of the same browser.
     */
    readonly staleDb: Queryable;
    /** Runs a task that publishes a change of this call. */
    readonly afterCommit: AfterCommit;
    /** The transaction around the whole call. `null` when each service opens its own. */
    transaction: OpenTransaction | null;
  }
}

const runAtOnce: AfterCommit = async (task) => await task();

/** Cookie of a browser that has just written. It expires when every replica has that write. */
const readPrimaryCookie = 'read-primary';
const readPrimarySeconds = maxLagMs / 1000 + 1;

interface RequestDatabaseOptions {
  readonly db: Database;
  /** `null` without a replica. */
  readonly replica: Replica | null;
  readonly https: boolean;
}

/**
 * Gives each request its database handles. Nothing else decides which transaction a call uses, and
 * whether it may read from a replica.
 */
export const requestDatabase = fp<RequestDatabaseOptions>(async (app, { db, replica, https }) => {
  app.decorateRequest('transaction', null);
  app.decorateRequest('db', {
    getter() {
      return this.transaction?.tx ?? db;
    },
  });
  app.decorateRequest('staleDb', {
    getter() {
      const isFixed = replica === null || this.transaction !== null;
      return isFixed || hasJustWritten(this.headers.cookie) ? this.db : replica.db;
    },
  });
  app.decorateRequest('afterCommit', {
    getter() {
      return this.transaction?.afterCommit ?? runAtOnce;
    },
  });
  if (replica === null) return;

  const cookie = fastifyCookie.serialize(readPrimaryCookie, '1', {
    maxAge: readPrimarySeconds,
    path: '/api',
    httpOnly: true,
    sameSite: 'strict',
    secure: https,
  });
  app.addHook('onRequest', ({ method, headers }, reply, done) => {
    // A program without cookies would be taken for a browser (`auth/forgery.ts`) if it got one.
    if (method !== 'GET' && method !== 'HEAD' && headers.cookie !== undefined) {
      reply.header('set-cookie', cookie);
    }
    done();
  });
});

function hasJustWritten(cookies: string | undefined): boolean {
  return cookies !== undefined && readPrimaryCookie in fastifyCookie.parse(cookies);
}
