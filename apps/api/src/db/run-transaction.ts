import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

type RunTransaction = NodePgDatabase['transaction'];

/**
 * Drizzle's own, on a pool, keeps the connection forever when `begin` fails, and tells of the
 * failed rollback instead of what went wrong: ten breaks of the line, and the program would
 * have no connection left. Here it always goes back, and a broken one out of the pool.
 */
export function createRunTransaction(pool: pg.Pool): RunTransaction {
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
