import { callbackify } from 'node:util';
import pg from 'pg';
import { readMsLeft } from '#http/log/request-context.ts';
import { BoundedClient, type BoundedClientConfig, rejectReadOnly } from './bounded-client.ts';
import { meansWrongServer } from './database-failure.ts';
import { findPrimary } from './find-primary.ts';
import { LateCallError, limitStatements } from './late-calls.ts';

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
 * Share of the time limit after which the server itself cancels a statement. It cancels before the
 * client gives up, so that the connection survives.
 */
const serversShare = 0.9;
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
/**
 * Maximum time to search for the primary. A working server accepts a connection faster, even under
 * load.
 */
const longestSearchMs = 2000;

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/**
 * A pool of connections to the one server that takes writes. As soon as a connection shows that the
 * server is gone, silent or read-only, all connections are distrusted: idle ones are closed, busy
 * ones are not reused, and the primary is searched again among several servers.
 */
export class PrimaryPool extends pg.Pool {
  /**
   * Maximum duration of a request: one wait for a connection, one for a query, and its own work.
   */
  readonly longestCallMs: number;
  readonly #connectMs: number;
  readonly #servers: readonly string[];
  readonly #searchMs: number;
  readonly #open: Set<BoundedClient>;
  /** The generation each connection belongs to; older ones are not trusted. */
  readonly #generations = new WeakMap<pg.PoolClient, number>();
  #generation = 0;
  #hasPrimary: boolean;
  #search: Promise<void> | null = null;
  #isEvicting = false;
  #isCut = false;

  constructor(servers: readonly string[], limits: PoolLimits) {
    const open = new Set<BoundedClient>();
    const { queryTimeoutMs, connectTimeoutMs } = limits;
    const silenceMs = queryTimeoutMs;
    const statementMs = Math.ceil(queryTimeoutMs * serversShare);
    // Drizzle takes a client whose class has "Pool" in its name for a pool.
    class WatchedClient extends BoundedClient {
      constructor(config?: BoundedClientConfig) {
        super({ ...config, silenceMs });
        open.add(this);
        this.once('end', () => open.delete(this));
        this.connection.on('errorMessage', (message: unknown) => {
          if (meansWrongServer(message)) distrust();
        });
        this.on('error', () => distrust());
      }
    }
    super({
      connectionString: servers[0],
      application_name: 'tanren',
      Client: WatchedClient,
      max: limits.poolSize,
      connectionTimeoutMillis: connectTimeoutMs,
      idleTimeoutMillis: 30_000,
      maxLifetimeSeconds,
      statement_timeout: statementMs,
      // A transaction may wait for a mail server, but must not hold its locks for ever.
      idle_in_transaction_session_timeout: 30_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      verify: callbackify(rejectReadOnly),
    });
    this.longestCallMs = connectTimeoutMs + queryTimeoutMs + callsOwnMs;
    this.#connectMs = connectTimeoutMs;
    this.#servers = servers;
    this.#searchMs = Math.min(connectTimeoutMs, longestSearchMs);
    this.#open = open;
    this.#hasPrimary = servers.length === 1;
    const distrust = () => this.distrust();
    this.on('connect', (client) => this.#generations.set(client, this.#generation));
    limitStatements(this, statementMs);
    this.on('release', (error: Error | undefined, client) => {
      // A connection of an older generation is closed instead of returned to the pool.
      if (!error && this.#generations.get(client) !== this.#generation) void endClient(client);
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (this.#isCut) return this.#answer(Promise.reject(new Error(cutMessage)), callback);
    // The wait for a connection could exceed the deadline of the request.
    if (readMsLeft() < this.#connectMs) {
      return this.#answer(Promise.reject(new LateCallError()), callback);
    }
    if (this.#servers.length === 1 || this.ending) {
      if (callback === undefined) return super.connect();
      super.connect(callback);
      return undefined;
    }
    return this.#answer(this.#connectToPrimary(), callback);
  }

  #answer(
    connecting: Promise<pg.PoolClient>,
    callback: ConnectCallback | undefined,
  ): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return connecting;
    void callWith(callback, connecting);
    return undefined;
  }

  async #connectToPrimary(): Promise<pg.PoolClient> {
    if (!this.#hasPrimary) {
      this.#search ??= this.#findPrimary().finally(() => {
        this.#search = null;
      });
      await this.#search;
    }
    try {
      return await super.connect();
    } catch (error) {
      this.#hasPrimary = false;
      throw error;
    }
  }

  async #findPrimary(): Promise<void> {
    this.options.connectionString = await findPrimary(this.#servers, this.#searchMs);
    this.#hasPrimary = true;
  }

  /** Stops trusting all current connections, because the server may no longer be the primary. */
  distrust(): void {
    this.#generation += 1;
    this.#hasPrimary = this.#servers.length === 1;
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

  /** Fails everything that runs or waits, and every later query. */
  cut(): void {
    this.#isCut = true;
    for (const client of this.#open) client.cut();
  }
}

async function callWith(
  callback: ConnectCallback,
  connecting: Promise<pg.PoolClient>,
): Promise<void> {
  const [outcome] = await Promise.allSettled([connecting]);
  if (outcome.status === 'rejected') {
    callback(outcome.reason as Error, undefined, () => {});
    return;
  }
  const client = outcome.value;
  callback(undefined, client, (error?: Error | boolean) => client.release(error));
}

async function endClient(client: pg.PoolClient): Promise<void> {
  if (client instanceof pg.Client) await client.end();
}

/** The message that `pg` uses for a pool that has ended. */
const cutMessage = 'Cannot use a pool after calling end on the pool';
