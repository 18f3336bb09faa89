import type pg from 'pg';
import { currentRequest, currentRequestId, runInRequest } from '#http/log/request-context.ts';

export interface FinishedQuery {
  readonly statement: string;
  readonly seconds: number;
  readonly failed: boolean;
  /** Id of the request that made the query. `undefined` outside a request. */
  readonly requestId: string | undefined;
}

type QueryListener = (query: FinishedQuery) => void;

const listenersOf = new WeakMap<pg.Pool, Set<QueryListener>>();

/** Reports every query of the pool to the listener. Returns a function that ends it. */
export function listenToQueries(pool: pg.Pool, listener: QueryListener): () => void {
  const listeners = listenersOf.get(pool);
  listeners?.add(listener);
  return () => void listeners?.delete(listener);
}

type Run = (...given: unknown[]) => unknown;
type Callback = (error: unknown, ...results: unknown[]) => void;

/**
 * Measures every query of the pool, because `pg` does not. Must be called before the first
 * connection is opened.
 */
export function watchQueries(pool: pg.Pool): void {
  const listeners = new Set<QueryListener>();
  listenersOf.set(pool, listeners);
  pool.on('connect', (client) => {
    const run = client.query.bind(client) as Run;
    client.query = ((...given: unknown[]) =>
      listeners.size === 0
        ? run(...given)
        : timeQuery(run, given, listeners)) as pg.Client['query'];
  });
  // A waiting request gets its connection when another request releases one, and the callback would
  // then run in the context of that other request.
  const connect = pool.connect.bind(pool) as Run;
  pool.connect = ((callback?: Callback) => {
    if (callback === undefined) return connect();
    const request = currentRequest();
    if (request === undefined) return connect(callback);
    return connect((...given: Parameters<Callback>) =>
      runInRequest(request, () => callback(...given)),
    );
  }) as pg.Pool['connect'];
}

function timeQuery(run: Run, given: unknown[], listeners: ReadonlySet<QueryListener>): unknown {
  const startedAt = performance.now();
  const requestId = currentRequestId();
  const report = (failed: boolean) => {
    const seconds = (performance.now() - startedAt) / 1000;
    const query = { statement: readStatement(given[0]), seconds, failed, requestId };
    for (const listener of listeners) listener(query);
  };
  const last = given.at(-1);
  if (typeof last === 'function') {
    const callback = last as Callback;
    return run(...given.slice(0, -1), (error: unknown, ...results: unknown[]) => {
      report(Boolean(error));
      callback(error, ...results);
    });
  }
  const answer = run(...given);
  if (answer instanceof Promise) {
    answer.then(
      () => report(false),
      () => report(true),
    );
  }
  return answer;
}

function readStatement(query: unknown): string {
  if (typeof query === 'string') return query;
  const text: unknown =
    typeof query === 'object' && query !== null ? Reflect.get(query, 'text') : undefined;
  return typeof text === 'string' ? text : '';
}

const longestShape = 2000;

/** Returns a statement without any values: ours are parameters, and literals become `?`. */
export function describeShape(statement: string): string {
  return statement
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/(?<![\w$."])\d+(?:\.\d+)?\b/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, longestShape);
}
