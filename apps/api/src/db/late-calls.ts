import type pg from 'pg';
import { readMsLeft } from '#http/log/request-context.ts';

/*
 * One deadline for all queries of a request. A request makes about a dozen queries, and on a busy
 * database each can be slow without reaching its own limit, while the member waits for half a
 * minute. A query after the deadline is rejected, and one before it gets the remaining time as its
 * `statement_timeout`. PostgreSQL then ends the statement itself, and the connection survives.
 */

/** Has the code of a timeout, so that the client retries. */
export class LateCallError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('the call has waited for the database too long');
    this.name = 'LateCallError';
  }
}

type Run = (...given: unknown[]) => unknown;

/**
 * Applies the deadline of the request to every query. Must be called before the first connection is
 * opened. `statementMs` is the usual limit of a statement.
 */
export function limitStatements(pool: pg.Pool, statementMs: number): void {
  pool.on('connect', (client) => {
    const run = client.query.bind(client) as Run;
    // The timeout that was set last. A rollback restores the usual timeout without changing this
    // value.
    let currentTimeoutMs = statementMs;
    client.query = ((...given: unknown[]) => {
      const left = readMsLeft();
      const isUsual = left >= statementMs;
      if ((isUsual && currentTimeoutMs === statementMs) || endsTransaction(given[0]))
        return run(...given);
      if (left <= 0) return rejectCall(given);
      // The first statement of the next request, before any transaction, restores the usual
      // timeout.
      currentTimeoutMs = isUsual ? statementMs : Math.ceil(left);
      return runAfter(run, `set statement_timeout = ${currentTimeoutMs}`, given);
    }) as pg.Client['query'];
  });
}

/**
 * Returns whether a statement ends the transaction. Such a statement is always sent, because locks
 * would otherwise stay and finished work would be lost.
 */
function endsTransaction(query: unknown): boolean {
  const text: unknown =
    typeof query === 'object' && query !== null ? Reflect.get(query, 'text') : query;
  return typeof text === 'string' && /^(?:commit|rollback)\b/i.test(text);
}

/**
 * Runs one statement and then the given query. If the transaction has already failed, both fail.
 */
function runAfter(run: Run, first: string, given: readonly unknown[]): unknown {
  const callback = given.at(-1);
  if (typeof callback === 'function') return run(first, () => run(...given));
  return new Promise((resolve) => {
    run(first, () => {
      resolve(run(...given));
    });
  });
}

function rejectCall(given: readonly unknown[]): unknown {
  const error = new LateCallError();
  const callback = given.at(-1);
  if (typeof callback !== 'function') return Promise.reject(error);
  process.nextTick(callback, error);
  return undefined;
}
