import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

/*
 * One transaction around all that a call does, however many of its own the call opens: those become
 * savepoints, and single queries use the same connection. So what the call wrote and what is noted
 * about it (see `plugins/idempotency.ts`) are committed together, and no service has to know.
 */

type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

interface Held {
  readonly pool: pg.Pool;
  readonly client: pg.PoolClient;
  readonly tx: Transaction;
  /** Work that a call has left behind must not use a connection that somebody else has by now. */
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
  /** Whatever is asked of the database below `run` is asked within the transaction. */
  readonly run: (run: () => void) => void;
  /** Rejects when it could not be committed; then nothing was written. */
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

/** Begins one that the caller has to end, whatever happens. */
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
  // Before it was opened: that `begin` failed. Afterwards this does nothing.
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

/** What is committed stays so, whatever becomes of the news; whoever tells it logs its failures. */
async function finish(task: () => Promise<void> | void): Promise<void> {
  try {
    await task();
  } catch {
    // Said above.
  }
}

/**
 * For what others are told of a change, once it is there to be read: at once, or, within a held
 * transaction, after its commit. What is rolled back is told to nobody.
 */
export async function runAfterCommit(task: () => Promise<void> | void): Promise<void> {
  const held = current.getStore();
  if (held?.isOpen === true) held.afterCommit.push(task);
  else await task();
}

/** What `db.transaction` has to use instead of a connection of its own; null: nothing is held. */
export function findHeldTransaction(pool: pg.Pool): Transaction | null {
  return findHeld(pool)?.tx ?? null;
}

type Connect = (...given: unknown[]) => unknown;
type ConnectCallback = (error: undefined, client: pg.PoolClient, release: () => void) => void;

/** Single queries of the pool ask it for a connection, too, and get the held one lent. */
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

/** Whoever borrows it neither gives it back nor listens to it: a broken one fails its queries. */
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
