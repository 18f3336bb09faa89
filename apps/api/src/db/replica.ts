import { drizzle } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { readDatabaseAddress } from '#config/database-address.ts';
import { repeatTask } from '#tasks/repeat-task.ts';
import { describeConnectionFailure } from './connection-failure.ts';
import { prepareReader, type QueryListener } from './database-client.ts';
import { closePool, type Database } from './database.ts';
import { type PoolLimits, PrimaryPool } from './primary-pool.ts';

/** Maximum age of what a replica shows. Members who have just written read from the primary. */
export const maxLagMs = 5000;
const checkEveryMs = 500;
/** Maximum time to connect to the replica, or to wait for one of its free connections. */
const maxConnectMs = 1000;
/** Maximum silence of the replica at a check. Then all reads that wait for it are moved. */
const maxSilenceMs = 1000;
/** Time after a failure during which the replica is not used, so that it does not come and go. */
const pauseMs = 5000;
/** Time for which a connection's lag is known. A proxy may lead each connection elsewhere. */
const proofMs = 1000;

/**
 * A position is the number of bytes in the write-ahead log so far. A JavaScript number counts them
 * exactly up to nine petabytes. Every role may call these functions.
 */
const readPrimary = `select (pg_current_wal_lsn() - '0/0')::float8 as position,
  system_identifier::text as cluster from pg_control_system()`;
const readReplica = `select system_identifier::text as cluster,
    case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::float8 end as position
  from pg_control_system()`;

interface State {
  /** `null` when the server is not a replica. */
  readonly position: number | null;
  readonly cluster: string;
}

interface Sample extends State {
  /** Time by `performance.now()` before the primary was asked. */
  readonly at: number;
  readonly position: number;
}

type Log = Pick<FastifyBaseLogger, 'warn' | 'info' | 'error'>;

export interface Replica {
  /**
   * Handle for reads that may be `maxLagMs` old. A read that the replica cannot answer in time is
   * answered by the primary. Transactions always run on the primary.
   */
  readonly db: Database;
  readonly isUsed: () => boolean;
  /** Returns how old the data of the replica is at most. `null` before this is known. */
  readonly lagMs: () => number | null;
  /** Returns the number of reads by the server that answered them. */
  readonly countReads: () => Readonly<Record<'replica' | 'primary', number>>;
  /** Reports every query on the replica. Returns a function that ends it. */
  readonly listen: (listener: QueryListener) => () => void;
  /** Checks the replica regularly. Before that, and after it has ended, the primary is read. */
  readonly watch: (log: Log) => () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the pool of a replica. A replica is fit while it has replayed what the primary had written
 * at most `maxLagMs` ago. So one is passed over that lags, has lost its primary or is silent.
 */
export function openReplica(url: string, primary: Database, limits: PoolLimits): Replica {
  const address = readDatabaseAddress(url);
  if ('reason' in address) throw new Error(`the replica's address ${address.reason}`);
  const { server } = address;
  const connectTimeoutMs = Math.min(limits.connectTimeoutMs, maxConnectMs);
  const pool = new PrimaryPool(server, { ...limits, connectTimeoutMs }, prepareReader);
  const checkLimits = { poolSize: 1, queryTimeoutMs: maxSilenceMs, connectTimeoutMs };
  const checks = new PrimaryPool(server, checkLimits, prepareReader);
  // The primary has its own connection for checks. Otherwise the replica would be passed over just
  // when all connections with the primary are busy.
  const { connectionString = '' } = primary.$client.options;
  const primaryChecks = new PrimaryPool(connectionString, checkLimits);
  const pools = [pool, checks, primaryChecks];
  // The watch notices broken connections. An error without a listener would end the process.
  for (const each of pools) each.on('error', () => undefined);

  const counts = { replica: 0, primary: 0 };
  /** Positions of the primary in the last seconds, oldest first. */
  let samples: readonly Sample[] = [];
  /** Everything that was written before this time is on the replica. */
  let freshAsOf = Number.NEGATIVE_INFINITY;
  let isUsed = false;

  async function samplePrimary(): Promise<Sample | null> {
    const at = performance.now();
    const { rows } = await primaryChecks.query<Sample>(readPrimary);
    const [state] = rows;
    if (state === undefined) return null;
    const sample = { ...state, at };
    samples = [...samples.filter((old) => at - old.at < maxLagMs), sample];
    return sample;
  }

  /** Returns the time of the newest sample that the server has replayed. */
  function findFreshness({ position, cluster }: State): number {
    const replayed = samples.findLast(
      (sample) => position !== null && sample.cluster === cluster && sample.position <= position,
    );
    return replayed?.at ?? Number.NEGATIVE_INFINITY;
  }

  async function readState(client: pg.Pool | pg.PoolClient): Promise<State> {
    const { rows } = await client.query<State>(readReplica);
    return rows[0] ?? { position: null, cluster: '' };
  }

  const proofs = new WeakMap<pg.PoolClient, { readonly at: number; readonly freshAsOf: number }>();

  async function isFresh(client: pg.PoolClient): Promise<boolean> {
    const now = performance.now();
    let proof = proofs.get(client);
    if (proof === undefined || now - proof.at > proofMs) {
      proof = { at: now, freshAsOf: findFreshness(await readState(client)) };
      proofs.set(client, proof);
    }
    return performance.now() - proof.freshAsOf <= maxLagMs;
  }

  async function queryReplica(text: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const client = await pool.connect();
    let isUsable = false;
    try {
      isUsable = await isFresh(client);
      if (!isUsable) throw new Error('this replica lags');
      return await client.query(text, values);
    } finally {
      // A proxy may lead the next connection to another replica.
      client.release(!isUsable);
    }
  }

  async function query(text: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    if (isUsed) {
      try {
        const result = await queryReplica(text, values);
        counts.replica += 1;
        return result;
      } catch {
        // The primary answers instead, and the watch finds out the reason.
      }
    }
    counts.primary += 1;
    return await primary.$client.query(text, values);
  }

  /**
   * Returns why the replica must be passed over, or `null`. The checks began at `since`. They report a
   * lag only when they have run for longer than the permitted lag.
   */
  async function findProblem(since: number): Promise<string | null> {
    let state: State;
    try {
      state = await readState(checks);
    } catch (error) {
      pool.breakConnections();
      return describeConnectionFailure(error, url, 'DATABASE_READ_URL');
    }
    if (state.position === null) return 'the server of DATABASE_READ_URL is not a replica';
    const sample = await samplePrimary().catch(() => null);
    if (sample !== null && sample.cluster !== state.cluster) {
      return 'the server of DATABASE_READ_URL is a replica of another database';
    }
    // A replica of the old primary may be ahead of the new one after a fail-over.
    if (sample !== null && state.position > sample.position) {
      return 'the server of DATABASE_READ_URL is ahead of the primary';
    }
    freshAsOf = Math.max(freshAsOf, findFreshness(state));
    if (performance.now() - Math.max(freshAsOf, since) <= maxLagMs) return null;
    return sample === null
      ? 'the primary does not tell its position'
      : `it is more than ${maxLagMs / 1000} s behind the primary`;
  }

  function watch(log: Log): () => Promise<void> {
    const since = performance.now();
    let isReported = false;
    let pausedUntil = since;
    const run = async () => {
      const reason = await findProblem(since);
      const now = performance.now();
      if (reason !== null) {
        pausedUntil = now + pauseMs;
        // A proxy may lead the next check to another replica.
        checks.breakConnections();
        if (isUsed || !isReported) log.warn({ reason }, 'the replica is passed over');
        isReported = true;
        isUsed = false;
      } else if (!isUsed && now >= pausedUntil && now - freshAsOf <= maxLagMs) {
        log.info('the replica is used');
        isUsed = true;
      }
    };
    const stop = repeatTask({ name: 'check the replica', everyMs: checkEveryMs, run }, log);
    return async () => {
      await stop();
      isUsed = false;
    };
  }

  // Drizzle needs no more of a client than this, because transactions are replaced.
  const db = drizzle({ client: { query } as unknown as PrimaryPool });
  db.transaction = async (run, config) => await primary.transaction(run, config);
  return {
    db: Object.assign(db, { $client: primary.$client }),
    isUsed: () => isUsed,
    lagMs: () => (Number.isFinite(freshAsOf) ? performance.now() - freshAsOf : null),
    countReads: () => ({ ...counts }),
    listen: (listener) => pool.listen(listener),
    watch,
    close: async () => {
      await Promise.all(pools.map((each) => closePool(each)));
    },
  };
}
