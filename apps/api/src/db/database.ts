import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { readDatabaseAddress } from '#config/database-address.ts';
import { DatabaseClient } from './database-client.ts';
import { type PoolLimits, PrimaryPool } from './primary-pool.ts';

type RunTransaction = NodePgDatabase['transaction'];

/**
 * Replaces the transaction of Drizzle. On a pool, that one never releases the connection when
 * `begin` fails, and reports the failed rollback instead of the original error: after ten lost
 * connections the pool would be empty. This one always releases the connection, and a broken one is
 * removed from the pool.
 */
function createRunTransaction(pool: pg.Pool, silenceMs: number | null = null): RunTransaction {
  return async (run, config) => {
    const client = await pool.connect();
    const restore =
      silenceMs !== null && client instanceof DatabaseClient
        ? client.allowSilence(silenceMs)
        : null;
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

/** Returns host and port, or the folder of a socket, without the password. */
export function describeAddress(url: string): string {
  const address = readDatabaseAddress(url);
  return 'reason' in address ? 'an address that cannot be read' : address.description;
}

export type Database = NodePgDatabase & { $client: PrimaryPool };
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/**
 * Parameter type of services and stores, which run both inside and outside a transaction. In a
 * transaction, `transaction` of this handle is a savepoint.
 */
export type Queryable = Database | Transaction;

/**
 * A query keeps a core of the database busy for milliseconds, so more connections would only move
 * the queue. Ten nodes fit into PostgreSQL's limit of 100. Decision 0022 explains the times.
 */
export const defaultLimits: PoolLimits = {
  poolSize: 10,
  queryTimeoutMs: 5000,
  connectTimeoutMs: 3000,
};

interface DatabaseOptions extends Partial<PoolLimits> {
  /** Called when a connection breaks while it is idle. */
  readonly onIdleError?: (error: Error) => void;
}

/** Opens a pool of connections to a server that takes writes. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { onIdleError, ...limits } = options;
  const address = readDatabaseAddress(url);
  if ('reason' in address) throw new Error(`the database's address ${address.reason}`);
  const pool = new PrimaryPool(address.server, { ...defaultLimits, ...limits });
  // An error without a listener would be thrown: a restart of the database would end the process.
  pool.on('error', (error) => onIdleError?.(error));
  const db = drizzle(pool);
  db.transaction = createRunTransaction(pool);
  return db;
}

/**
 * Runs a transaction that may take longer than a request, such as maintenance. `limitMs` is the
 * limit for each statement and for each pause between two statements.
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

/**
 * Closes the pool after the running queries, but waits for a silent server at most `timeoutMs`.
 */
export async function closeDatabase(db: Database, timeoutMs = 5000): Promise<void> {
  await closePool(db.$client, timeoutMs);
}

export async function closePool(pool: PrimaryPool, timeoutMs = 5000): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      pool.cut();
      resolve();
    }, timeoutMs);
  });
  await Promise.race([pool.end(), late]).finally(() => clearTimeout(timer));
}

/** Fails all running queries, so that the code that awaits them can finish. */
export function cutDatabase(db: Database): void {
  db.$client.cut();
}
