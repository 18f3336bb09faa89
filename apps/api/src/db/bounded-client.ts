import { Socket } from 'node:net';
import pg from 'pg';

/** A server that reads only: a standby, or a primary that was told to take no writes. */
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
  /** So long a query may run without a byte from the server before the connection counts as lost. */
  readonly silenceMs: number;
}

/** A socket that was told to end waits for the other side, which may be gone. */
const farewellMs = 1000;

/**
 * A connection that nobody waits for in vain. After a fail-over in a cloud, or behind a firewall that
 * forgot it, a connection stays open and nothing comes back, not even a refusal; the operating system
 * takes a quarter of an hour to notice.
 *
 * `query_timeout` of `pg` would only tell the caller, leave the query on the connection and make the
 * next one (a rollback, say) wait as long again. Here the socket is destroyed, which fails everything
 * on it at once and takes the connection out of the pool. What counts is silence, not time: a large
 * answer may take as long as it needs.
 */
export class BoundedClient extends pg.Client {
  readonly #socket: Socket;

  constructor({ silenceMs, ...config }: BoundedClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#socket = socket;
    socket.on('timeout', () => {
      // Between the statements of a transaction nobody waits for the server.
      if (Reflect.get(this, 'readyForQuery') !== true) socket.destroy(new SilentServerError());
    });
    socket.setTimeout(silenceMs);
  }

  /** What it returns restores the usual limit. */
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

  /** Closes it without a word to the server. */
  cut(): void {
    this.#socket.destroy();
  }
}

/** Whoever has a connection of the pool has one of these, which its type does not tell. */
export function allowSilence(client: pg.ClientBase, ms: number): () => void {
  return client instanceof BoundedClient ? client.allowSilence(ms) : () => {};
}

/**
 * Rejects when the server takes no writes. PostgreSQL has said it in this setting since long before it
 * could be asked for anything better.
 */
export async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>(
    'show transaction_read_only',
  );
  if (rows[0]?.transaction_read_only === 'on') throw new ReadOnlyServerError();
}
