import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { readDatabaseAddress } from '#database-address.ts';
import { allowSilence } from './bounded-client.ts';
import { findHeldTransaction, lendHeldConnections } from './held-transaction.ts';
import { type PoolLimits, PrimaryPool } from './primary-pool.ts';
import { watchQueries } from './query-watch.ts';

type RunTransaction = NodePgDatabase['transaction'];

/**
 * Drizzle's own, on a pool, keeps the connection forever when `begin` fails, and tells of the
 * failed rollback instead of what went wrong: ten breaks of the line, and the program would
 * have no connection left. Here it always goes back, and a broken one out of the pool.
 */
function createRunTransaction(pool: pg.Pool, silenceMs: number | null = null): RunTransaction {
  return async (run, config) => {
    const held = findHeldTransaction(pool);
    // A savepoint: the call has one transaction for all that it does.
    if (held !== null) return await held.transaction(run);
    const client = await pool.connect();
    const restore = silenceMs === null ? null : allowSilence(client, silenceMs);
    let failure: { readonly error: unknown } | null = null;
    try {
      return await drizzle(client).transaction(async (tx) => {
        try {
          return await run(tx);
        } catch (error) {
          failure = { error };
          throw error;
        }
      }, config);
    } catch (error) {
      throw readFirst(failure, error);
    } finally {
      restore?.();
      client.release();
    }
  };
}

function readFirst(failure: { readonly error: unknown } | null, last: unknown): unknown {
  return failure === null ? last : failure.error;
}

/** Without the password: host and port, or the folder of a socket. */
export function describeAddress(url: string): string {
  const address = readDatabaseAddress(url);
  return 'mistake' in address ? 'an address that cannot be read' : address.description;
}

export type Database = NodePgDatabase & { $client: PrimaryPool };
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** What a store function takes: it must not care whether it runs inside a transaction. */
export type Queryable = Database | Transaction;

/**
 * A query of ours keeps a core of the database busy for milliseconds, so more connections only queue
 * in another place; ten nodes still fit PostgreSQL's 100. For the times see decision 0022.
 */
export const defaultLimits: PoolLimits = {
  poolSize: 10,
  queryTimeoutMs: 5000,
  connectTimeoutMs: 3000,
};

interface DatabaseOptions extends Partial<PoolLimits> {
  /** Told about connections that broke while nobody used them. */
  readonly onIdleError?: (error: Error) => void;
}

/** Of several servers in the URL the one that takes writes is used. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { onIdleError, ...limits } = options;
  const address = readDatabaseAddress(url);
  if ('mistake' in address) throw new Error(`the database's address ${address.mistake}`);
  const pool = new PrimaryPool(address.servers, { ...defaultLimits, ...limits });
  // Without a listener, `pg` turns a restart of the database into an uncaught exception.
  pool.on('error', (error) => onIdleError?.(error));
  watchQueries(pool);
  lendHeldConnections(pool);
  const db = drizzle(pool);
  db.transaction = createRunTransaction(pool);
  return db;
}

/**
 * For the few things that take longer than a member would wait: each of the statements may take as
 * long as this, and so may the program in between.
 */
export async function runLongTransaction<T>(
  db: Database,
  limitMs: number,
  run: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return await createRunTransaction(
    db.$client,
    limitMs,
  )(async (tx) => {
    const limit = String(limitMs);
    await tx.execute(sql`select set_config('statement_timeout', ${limit}, true),
      set_config('idle_in_transaction_session_timeout', ${limit}, true)`);
    return await run(tx);
  });
}

/** Waits for queries that are running, but not for a server that is silent. */
export async function closeDatabase(db: Database, patienceMs = 5000): Promise<void> {
  const pool = db.$client;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      pool.cut();
      resolve();
    }, patienceMs);
  });
  await Promise.race([pool.end(), late]).finally(() => clearTimeout(timer));
}

/** Fails what still runs, so that whoever waits for it ends. */
export function cutDatabase(db: Database): void {
  db.$client.cut();
}
