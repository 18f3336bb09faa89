import { Socket } from 'node:net';
import { callbackify } from 'node:util';
import pg from 'pg';
import { currentRequestId, readMsLeft } from '#http/log/request-context.ts';

/**
 * Reads an 8-byte integer as a number, like the ids of tables that `npm run widen-ids` has changed.
 * Drizzle uses the same parsers. A number that JavaScript cannot hold exactly stays text.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
});

/** Its code says that the database is away (`isDatabaseAway`), so that the call can be repeated. */
class DatabaseAwayError extends Error {
  readonly code: string;

  constructor(code: '25006' | 'ETIMEDOUT', message: string) {
    super(message);
    this.name = 'DatabaseAwayError';
    this.code = code;
  }
}

/** Makes the error of a call that has no time left for another query. */
export function makeLateCallError(): Error {
  return new DatabaseAwayError('ETIMEDOUT', 'the call has waited for the database too long');
}

export interface FinishedQuery {
  readonly statement: string;
  readonly seconds: number;
  /** `null` when the query succeeded. */
  readonly error: unknown;
  /** Id of the request that made the query. `undefined` outside a request. */
  readonly requestId: string | undefined;
}

export type QueryListener = (query: FinishedQuery) => void;

type QueryCallback = (error: Error | null, result: pg.QueryResult) => void;

interface DatabaseClientConfig extends pg.ClientConfig {
  /**
   * Maximum time without a byte from the server during a query. Then the connection is given up.
   */
  readonly silenceMs: number;
  /** Listeners that hear of every finished query. */
  readonly listeners?: ReadonlySet<QueryListener>;
}

/**
 * Share of the time limit after which the server itself cancels a statement. It cancels before the
 * client gives up, so that the connection survives.
 */
const serversShare = 0.9;
/** Maximum time to wait for the other side to close the socket, because it may be gone. */
const farewellMs = 1000;

/**
 * A connection that fails fast and measures its queries (decision 0022). When the server is silent
 * during a query, the socket is destroyed, which fails everything on it at once. All queries of a
 * request share its deadline: one before it gets the remaining time as its `statement_timeout`, and
 * one after it is rejected.
 */
export class DatabaseClient extends pg.Client {
  readonly #socket: Socket;
  readonly #listeners: ReadonlySet<QueryListener>;
  /** Usual limit of a statement. */
  readonly #statementMs: number;
  /**
   * The timeout that was set last, 0 before the first. A rollback restores the usual one without
   * changing this value.
   */
  #currentTimeoutMs = 0;
  #queryStartedAt = 0;

  constructor({ silenceMs, listeners = new Set(), ...config }: DatabaseClientConfig) {
    const socket = new Socket();
    const statementMs = Math.ceil(silenceMs * serversShare);
    super({ ...config, stream: () => socket });
    this.#socket = socket;
    this.#listeners = listeners;
    this.#statementMs = statementMs;
    socket.on('timeout', () => this.#rejectSilence());
    socket.setTimeout(silenceMs);
    // Assigned, because a method cannot implement the overloads of `pg`.
    this.query = ((...given: unknown[]) => {
      const last = given.at(-1);
      if (typeof last !== 'function') return this.#run(given);
      callbackify(() => this.#run(given.slice(0, -1)))(last as QueryCallback);
      return undefined;
    }) as pg.Client['query'];
  }

  async #run([query, values]: readonly unknown[]): Promise<pg.QueryResult> {
    const startedAt = performance.now();
    this.#queryStartedAt = startedAt;
    const requestId = currentRequestId();
    const statement = readStatement(query);
    let error: unknown = null;
    try {
      if (!endsTransaction(statement)) await this.#setTimeLimit();
      return await super.query(query as pg.QueryConfig, values as unknown[]);
    } catch (failure) {
      error = failure;
      throw failure;
    } finally {
      const seconds = (performance.now() - startedAt) / 1000;
      for (const listener of this.#listeners) listener({ statement, seconds, error, requestId });
    }
  }

  /** Gives the connection up when its query has got no byte for the whole time limit. */
  #rejectSilence(): void {
    const { bytesRead, timeout: silenceMs = 0 } = this.#socket;
    // After a long task of this process the answer may have arrived, but is read after the timers.
    setImmediate(() => {
      // Between the statements of a transaction no query is waiting for the server.
      if (Reflect.get(this, 'readyForQuery') === true) return;
      if (this.#socket.bytesRead > bytesRead) return;
      // The query may have begun just before the timer of an idle connection ended.
      if (performance.now() - this.#queryStartedAt < silenceMs) {
        this.#socket.setTimeout(silenceMs);
        return;
      }
      this.#socket.destroy(
        new DatabaseAwayError('ETIMEDOUT', 'the database server has gone silent'),
      );
    });
  }

  /** Limits the next statement to the time that the request has left. */
  async #setTimeLimit(): Promise<void> {
    const left = readMsLeft();
    const isUsual = left >= this.#statementMs;
    if (isUsual && this.#currentTimeoutMs === this.#statementMs) return;
    if (left <= 0) throw makeLateCallError();
    // The first statement of the next request, before any transaction, restores the usual timeout.
    this.#currentTimeoutMs = isUsual ? this.#statementMs : Math.ceil(left);
    // It fails only in a transaction that has already failed, where the statement fails as well.
    await super.query(`set statement_timeout = ${this.#currentTimeoutMs}`).catch(() => undefined);
  }

  /** Sets another silence limit and returns a function that restores the previous one. */
  allowSilence(ms: number): () => void {
    const usualMs = this.#socket.timeout ?? 0;
    this.#socket.setTimeout(ms);
    return () => this.#socket.setTimeout(usualMs);
  }

  override end(): Promise<void>;
  override end(done: (error: Error) => void): void;
  override end(done?: (error: Error) => void): Promise<void> | undefined {
    const timer = setTimeout(() => this.cut(), farewellMs);
    this.#socket.once('close', () => clearTimeout(timer));
    if (this.#socket.closed) clearTimeout(timer);
    if (done === undefined) return super.end();
    super.end(done);
    return undefined;
  }

  /** Closes the connection without notifying the server. */
  cut(): void {
    this.#socket.destroy();
  }
}

function readStatement(query: unknown): string {
  const text: unknown =
    typeof query === 'object' && query !== null ? Reflect.get(query, 'text') : query;
  return typeof text === 'string' ? text : '';
}

/**
 * Returns whether a statement ends the transaction. Such a statement is always sent, because locks
 * would otherwise stay and finished work would be lost.
 */
function endsTransaction(statement: string): boolean {
  return /^(?:commit|rollback)\b/i.test(statement);
}

/**
 * Settings of each session. As start-up parameters they would be rejected by poolers. The probes let
 * PostgreSQL free the locks of a vanished node within ten seconds.
 */
const sessionSettings: Readonly<Record<string, string>> = {
  // A transaction may wait for a mail server, but must not hold its locks for ever.
  idle_in_transaction_session_timeout: '30s',
  tcp_keepalives_idle: '5s',
  tcp_keepalives_interval: '1s',
  tcp_keepalives_count: '5',
  tcp_user_timeout: '10s',
};

const prepare = `select current_setting('transaction_read_only') as "readOnly", ${Object.entries(
  sessionSettings,
)
  .map(([name, value]) => `set_config('${name}', '${value}', false)`)
  .join(', ')}`;

/** Prepares a new connection. Rejects when the server takes no writes. */
export async function prepareSession(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ readOnly: string }>(prepare);
  if (rows[0]?.readOnly === 'on') {
    throw new DatabaseAwayError('25006', 'the database server is read-only');
  }
}

/** Prepares a new connection that is only read from. */
export async function prepareReader(client: pg.ClientBase): Promise<void> {
  await client.query(prepare);
}
