import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { watchQueries } from './query-watch.ts';

type RunTransaction = NodePgDatabase['transaction'];

/**
 * Drizzle's own, on a pool, keeps the connection forever when `begin` fails, and tells of the
 * failed rollback instead of what went wrong: ten breaks of the line, and the program would
 * have no connection left. Here it always goes back, and a broken one out of the pool.
 */
function createRunTransaction(pool: pg.Pool): RunTransaction {
  return async (run, config) => {
    const client = await pool.connect();
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
      client.release();
    }
  };
}

function readFirst(failure: { readonly error: unknown } | null, last: unknown): unknown {
  return failure === null ? last : failure.error;
}

/** Without the password: host and port, or the folder of a socket. */
export function describeAddress(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  return searchParams.get('host') ?? `${hostname}:${port || '5432'}`;
}

export type Database = NodePgDatabase & { $client: pg.Pool };
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** What a store function takes: it must not care whether it runs inside a transaction. */
export type Queryable = Database | Transaction;

interface DatabaseOptions {
  /** Told about connections that broke while nobody used them. */
  readonly onIdleError?: (error: Error) => void;
}

export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'tanren',
    // A query of ours keeps a core of the database busy for milliseconds, so more
    // connections only queue in another place; ten nodes still fit PostgreSQL's 100.
    max: 10,
    // Long enough to sit out a restart of the database, shorter than a browser's patience.
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    // No call of ours may hold a row lock or a connection longer than a member would wait.
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
  });
  // Without a listener, `pg` turns a restart of the database into an uncaught exception.
  pool.on('error', (error) => options.onIdleError?.(error));
  // The pool listens only while nobody uses the connection. Whoever does is told by the failing
  // query; without a listener the same failure would end the program, too.
  pool.on('connect', (client) => client.on('error', () => {}));
  watchQueries(pool);
  const db = drizzle(pool);
  db.transaction = createRunTransaction(pool);
  return db;
}

/** Waits for queries that are running. */
export async function closeDatabase(db: Database): Promise<void> {
  await db.$client.end();
}
