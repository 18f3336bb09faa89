import type pg from 'pg';
import { readMsLeft } from '#request-context.ts';

/*
 * Each query of a call is limited, and a call makes a dozen. On a database that is busy all of them
 * can be slow without one of them failing, and nobody waits on a phone for half a minute. So a call
 * has one limit for all of its waits: what would begin after it is refused, and what runs into it is
 * given only the time that is left. PostgreSQL ends such a statement itself; the connection lives on.
 */

/** As of a server that does not answer: whoever asks again may be luckier. */
export class LateCallError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('the call has waited for the database too long');
    this.name = 'LateCallError';
  }
}

type Run = (...given: unknown[]) => unknown;

/** To be called before the first connection. `statementMs`: what every statement has otherwise. */
export function limitStatements(pool: pg.Pool, statementMs: number): void {
  pool.on('connect', (client) => {
    const run = client.query.bind(client) as Run;
    // What the connection was told last; a transaction that is rolled back leaves the usual one.
    let toldMs = statementMs;
    client.query = ((...given: unknown[]) => {
      const left = readMsLeft();
      const isUsual = left >= statementMs;
      if ((isUsual && toldMs === statementMs) || endsTransaction(given[0])) return run(...given);
      if (left <= 0) return refuse(given);
      // Whoever takes a connection that was hurried has it put right by the first statement, before
      // any transaction.
      toldMs = isUsual ? statementMs : Math.ceil(left);
      return runAfter(run, `set statement_timeout = ${toldMs}`, given);
    }) as pg.Client['query'];
  });
}

/** Without it, locks would be held on; and what was written is kept rather than lost. */
function endsTransaction(query: unknown): boolean {
  const text: unknown =
    typeof query === 'object' && query !== null ? Reflect.get(query, 'text') : query;
  return typeof text === 'string' && /^(?:commit|rollback)\b/i.test(text);
}

/** In a transaction that has failed the first one fails, and so will the other. */
function runAfter(run: Run, first: string, given: readonly unknown[]): unknown {
  const callback = given.at(-1);
  if (typeof callback === 'function') return run(first, () => run(...given));
  return new Promise((resolve) => {
    run(first, () => {
      resolve(run(...given));
    });
  });
}

function refuse(given: readonly unknown[]): unknown {
  const error = new LateCallError();
  const callback = given.at(-1);
  if (typeof callback !== 'function') return Promise.reject(error);
  process.nextTick(callback, error);
  return undefined;
}
