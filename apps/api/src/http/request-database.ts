import fp from 'fastify-plugin';
import type { Database, Queryable } from '#db/database.ts';
import type { AfterCommit, OpenTransaction } from '#db/open-transaction.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Handle for all reads and writes of the call: the transaction of its Idempotency-Key, or the
     * pool. Routes pass it to services as the first argument.
     */
    readonly db: Queryable;
    /** Runs a task that publishes a change of this call. */
    readonly afterCommit: AfterCommit;
    /** The transaction around the whole call. `null` when each service opens its own. */
    transaction: OpenTransaction | null;
  }
}

const runAtOnce: AfterCommit = async (task) => await task();

/** Gives each request its database handle. Nothing else decides which transaction a call uses. */
export const requestDatabase = fp<{ readonly db: Database }>(async (app, { db }) => {
  app.decorateRequest('transaction', null);
  app.decorateRequest('db', {
    getter() {
      return this.transaction?.tx ?? db;
    },
  });
  app.decorateRequest('afterCommit', {
    getter() {
      return this.transaction?.afterCommit ?? runAtOnce;
    },
  });
});
