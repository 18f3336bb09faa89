import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

/*
 * One transaction for everything that a request does. Transactions inside it become savepoints, and
 * single queries use the same connection. The changes of the request and the record of its
 * Idempotency-Key (`http/idempotency.ts`) are committed together, and services need not know.
 */

type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

interface Held {
  readonly pool: pg.Pool;
  readonly client: pg.PoolClient;
  readonly tx: Transaction;
  /**
   * False after the end. Work that outlives its request must not use a connection that the pool may
   * have given to another request.
   */
  isOpen: boolean;
  readonly afterCommit: (() => Promise<void> | void)[];
}

const current = new AsyncLocalStorage<Held>();

function findHeld(pool: pg.Pool): Held | null {
  const held = current.getStore();
  return held?.isOpen === true && held.pool === pool ? held : null;
}

export interface HeldTransaction {
  readonly tx: Transaction;
  /** Runs a function whose queries all use this transaction, including those it starts later. */
  readonly run: (run: () => void) => void;
  /** Rejects when the commit failed. Then nothing was written. */
  readonly commit: () => Promise<void>;
  readonly rollBack: () => Promise<void>;
}

interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

function defer<T>(): Deferred<T> {
  let parts: Omit<Deferred<T>, 'promise'> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    parts = { resolve, reject };
  });
  if (parts === undefined) throw new Error('a promise did not start');
  return { promise, ...parts };
}

/** Begins a transaction that the caller must commit or roll back in every case. */
export async function holdTransaction(pool: pg.Pool): Promise<HeldTransaction> {
  const client = await pool.connect();
  const opened = defer<Transaction>();
  const decided = defer<'commit' | 'roll back'>();
  const ended = drizzle(client)
    .transaction(async (tx) => {
      opened.resolve(tx);
      if ((await decided.promise) === 'roll back') throw new RolledBack();
    })
    .finally(() => {
      client.release();
    });
  // A rejection before the transaction is open means that `begin` failed. Later it has no effect.
  ended.catch(opened.reject);
  const tx = await opened.promise;
  const held: Held = { pool, client, tx, isOpen: true, afterCommit: [] };
  const end = async (decision: 'commit' | 'roll back') => {
    held.isOpen = false;
    decided.resolve(decision);
    await ended;
  };
  return {
    tx,
    run: (run) => {
      current.run(held, run);
    },
    async commit() {
      await end('commit');
      for (const task of held.afterCommit) await finish(task);
    },
    async rollBack() {
      await end('roll back').catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error;
      });
    },
  };
}

class RolledBack extends Error {}

/**
 * Runs a task after the commit. A failed task never undoes the commit, and it logs its own failure.
 */
async function finish(task: () => Promise<void> | void): Promise<void> {
  try {
    await task();
  } catch {
    // The task has logged its failure.
  }
}

/**
 * Runs a task that publishes a change once the change can be read: immediately, or after the commit
 * when the request holds a transaction. After a rollback the task never runs.
 */
export async function runAfterCommit(task: () => Promise<void> | void): Promise<void> {
  const held = current.getStore();
  if (held?.isOpen === true) held.afterCommit.push(task);
  else await task();
}

/** Returns the transaction that `db.transaction` must use. `null` when the request holds none. */
export function findHeldTransaction(pool: pg.Pool): Transaction | null {
  return findHeld(pool)?.tx ?? null;
}

type Connect = (...given: unknown[]) => unknown;
type ConnectCallback = (error: undefined, client: pg.PoolClient, release: () => void) => void;

/**
 * Makes `pool.connect` return the held connection, because single queries of the pool use it too.
 */
export function lendHeldConnections(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as Connect;
  pool.connect = ((callback?: ConnectCallback) => {
    const held = findHeld(pool);
    if (held === null) return callback === undefined ? connect() : connect(callback);
    const lent = lend(held.client);
    if (callback === undefined) return Promise.resolve(lent);
    callback(undefined, lent, () => {});
    return undefined;
  }) as pg.Pool['connect'];
}

/**
 * Wraps a connection for a borrower, which can neither release it nor listen to its events. If the
 * connection is broken, the borrower's queries fail.
 */
function lend(client: pg.PoolClient): pg.PoolClient {
  const nothing = () => {};
  const lent = {
    query: client.query.bind(client),
    once: nothing,
    removeListener: nothing,
    release: nothing,
  };
  return lent as unknown as pg.PoolClient;
}
