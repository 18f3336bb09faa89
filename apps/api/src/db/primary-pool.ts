import { callbackify } from 'node:util';
import pg from 'pg';
import { readMsLeft } from '#http/log/request-context.ts';
import {
  DatabaseClient,
  makeLateCallError,
  prepareSession,
  type QueryListener,
} from './database-client.ts';
import { meansWrongServer } from './database-failure.ts';

export interface PoolLimits {
  readonly poolSize: number;
  /**
   * Maximum time of a statement. The server cancels it, or the client when the server is silent.
   */
  readonly queryTimeoutMs: number;
  /** Maximum time to connect, or to wait for a free connection. */
  readonly connectTimeoutMs: number;
}

/**
 * Maximum age of a connection. Load balancers and fail-overs rely on clients that reconnect,
 * because the addresses behind a name change.
 */
const maxLifetimeSeconds = 15 * 60;
/**
 * Time before the first keep-alive probe. Ten probes, one per second, then find a dead peer within
 * 20 s.
 */
const keepAliveMs = 10_000;
/** Time that a request may spend on its own work between its waits. */
const callsOwnMs = 1000;

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/**
 * A pool of connections to the one server that takes writes. As soon as a connection shows that the
 * server is gone, silent or read-only, all connections are distrusted: idle ones are closed and
 * busy ones are not reused. New ones lead to the server that the address names then.
 */
export class PrimaryPool extends pg.Pool {
  /**
   * Maximum duration of a request: one wait for a connection, one for a query, and its own work.
   */
  readonly longestCallMs: number;
  readonly #connectMs: number;
  readonly #open: Set<DatabaseClient>;
  readonly #listeners: Set<QueryListener>;
  /** The generation each connection belongs to; older ones are not trusted. */
  readonly #generations = new WeakMap<pg.PoolClient, number>();
  #generation = 0;
  #isEvicting = false;
  #isCut = false;

  constructor(server: string, limits: PoolLimits, prepare = prepareSession) {
    const open = new Set<DatabaseClient>();
    const listeners = new Set<QueryListener>();
    const { queryTimeoutMs, connectTimeoutMs } = limits;
    // Drizzle takes a client whose class has "Pool" in its name for a pool.
    class WatchedClient extends DatabaseClient {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, silenceMs: queryTimeoutMs, listeners });
        open.add(this);
        this.once('end', () => open.delete(this));
        this.connection.on('errorMessage', (message: unknown) => {
          if (meansWrongServer(message)) distrust();
        });
        this.on('error', () => distrust());
      }
    }
    super({
      connectionString: server,
      application_name: 'tanren',
      Client: WatchedClient,
      max: limits.poolSize,
      connectionTimeoutMillis: connectTimeoutMs,
      idleTimeoutMillis: 30_000,
      maxLifetimeSeconds,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      verify: callbackify(prepare),
    });
    this.longestCallMs = connectTimeoutMs + queryTimeoutMs + callsOwnMs;
    this.#connectMs = connectTimeoutMs;
    this.#open = open;
    this.#listeners = listeners;
    const distrust = () => this.distrust();
    this.on('connect', (client) => this.#generations.set(client, this.#generation));
    this.on('release', (error: Error | undefined, client) => {
      // A connection of an older generation is closed instead of returned to the pool.
      if (!error && this.#generations.get(client) !== this.#generation) void endClient(client);
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connectToPrimary();
    if (callback === undefined) return connecting;
    callbackify(() => connecting)((error, client) =>
      callback(error ?? undefined, client, (failure?: Error | boolean) => client?.release(failure)),
    );
    return undefined;
  }

  /**
   * Continues in the context of its own request, although another request may have released the
   * connection.
   */
  async #connectToPrimary(): Promise<pg.PoolClient> {
    if (this.#isCut) throw new Error(cutMessage);
    // The wait for a connection could exceed the deadline of the request.
    if (readMsLeft() < this.#connectMs) throw makeLateCallError();
    return await super.connect();
  }

  /** Stops trusting all current connections, because the server may no longer be the primary. */
  distrust(): void {
    this.#generation += 1;
    if (this.#isEvicting) return;
    this.#isEvicting = true;
    // The pool itself removes the failed connection before the next tick.
    process.nextTick(() => {
      this.#isEvicting = false;
      for (let left = this.idleCount; left > 0 && !this.ending; left -= 1) {
        super.connect((_error, client) => client?.release(true));
      }
    });
  }

  /** Reports every query to the listener. Returns a function that ends it. */
  listen(listener: QueryListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Fails everything that runs or waits. Later queries open new connections. */
  breakConnections(): void {
    for (const client of this.#open) client.cut();
  }

  /** Fails everything that runs or waits, and every later query. */
  cut(): void {
    this.#isCut = true;
    this.breakConnections();
  }
}

async function endClient(client: pg.PoolClient): Promise<void> {
  if (client instanceof pg.Client) await client.end();
}

/** The message that `pg` uses for a pool that has ended. */
const cutMessage = 'Cannot use a pool after calling end on the pool';
