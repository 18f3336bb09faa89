import { Socket } from 'node:net';
import pg from 'pg';

/** Thrown when the server is read-only: it is a standby, or a primary that rejects writes. */
export class ReadOnlyServerError extends Error {
  readonly code = '25006';

  constructor() {
    super('the database server is read-only');
    this.name = 'ReadOnlyServerError';
  }
}

class SilentServerError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('the database server has gone silent');
    this.name = 'SilentServerError';
  }
}

export interface BoundedClientConfig extends pg.ClientConfig {
  /**
   * Maximum time without a byte from the server during a query. Then the connection is given up.
   */
  readonly silenceMs: number;
}

/** Maximum time to wait for the other side to close the socket, because it may be gone. */
const farewellMs = 1000;

/**
 * A connection that fails fast when the server stops answering. After a fail-over in a cloud, or
 * behind a firewall that dropped its state, a connection stays open without any answer, and the
 * operating system takes a quarter of an hour to notice.
 *
 * `query_timeout` of `pg` would only reject the call, leave the query on the connection and make
 * the next query (for example a rollback) wait just as long. This class destroys the socket, which
 * fails everything on it at once and removes the connection from the pool. The limit applies to
 * silence, not to total time, so a large answer may take as long as it needs.
 */
export class BoundedClient extends pg.Client {
  readonly #socket: Socket;

  constructor({ silenceMs, ...config }: BoundedClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#socket = socket;
    socket.on('timeout', () => {
      // Between the statements of a transaction no query is waiting for the server.
      if (Reflect.get(this, 'readyForQuery') !== true) socket.destroy(new SilentServerError());
    });
    socket.setTimeout(silenceMs);
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

/**
 * Calls `allowSilence` of a client of the pool. The type of the pool does not show that its clients
 * are `BoundedClient`s.
 */
export function allowSilence(client: pg.ClientBase, ms: number): () => void {
  return client instanceof BoundedClient ? client.allowSilence(ms) : () => {};
}

/**
 * Rejects when the server takes no writes. Every supported version of PostgreSQL has the setting
 * `transaction_read_only`.
 */
export async function rejectReadOnly(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>(
    'show transaction_read_only',
  );
  if (rows[0]?.transaction_read_only === 'on') throw new ReadOnlyServerError();
}
