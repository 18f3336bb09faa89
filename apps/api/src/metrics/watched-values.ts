import { sql } from 'drizzle-orm';
import { collectDefaultMetrics, Counter, Gauge, type Registry } from 'prom-client';
import type { DatabaseClock } from '#db/database-clock.ts';
import type { Database } from '#db/database.ts';
import { limitTime } from '#db/limit-time.ts';
import type { Replica } from '#db/replica.ts';
import { readDatabaseState } from '#db/schema-version.ts';
import { countMachines } from '#modules/machines/machines.store.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';

/**
 * Registers event loop, memory, processor time and garbage collection, and the node's name and
 * release.
 */
export function watchProcess(registry: Registry, node: string, version: string): void {
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'tanren_build_info',
    help: 'Always 1; its labels say which release this node runs, and its name.',
    labelNames: ['version', 'node'] as const,
    registers: [registry],
  }).set({ version, node }, 1);
}

/** Registers the node's connections by state, and the number of requests that wait for one. */
export function watchPool(registry: Registry, db: Database): void {
  const pool = db.$client;
  registry.registerMetric(
    new Gauge({
      name: 'tanren_database_pool_connections',
      help: 'Connections to the database by state.',
      labelNames: ['state'] as const,
      registers: [],
      collect() {
        this.set({ state: 'idle' }, pool.idleCount);
        this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      },
    }),
  );
  new Gauge({
    name: 'tanren_database_pool_size',
    help: 'The most connections this node may have to the database.',
    registers: [registry],
  }).set(pool.options.max ?? 0);
  registry.registerMetric(
    new Gauge({
      name: 'tanren_database_pool_waiting',
      help: 'Calls that wait for a connection to the database.',
      registers: [],
      collect() {
        this.set(pool.waitingCount);
      },
    }),
  );
}

/** Registers whether the replica is used, how far it is behind, and which server answers reads. */
export function watchReplica(registry: Registry, replica: Replica): void {
  registry.registerMetric(
    new Gauge({
      name: 'tanren_replica_used',
      help: '1 while reads use the replica, 0 while it is passed over.',
      registers: [],
      collect() {
        this.set(replica.isUsed() ? 1 : 0);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'tanren_replica_lag_seconds',
      help: 'How old the data of the replica is at most. Absent before the first comparison.',
      registers: [],
      collect() {
        const lagMs = replica.lagMs();
        if (lagMs === null) this.remove();
        else this.set(lagMs / 1000);
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: 'tanren_replica_reads_total',
      help: 'Queries that may use the replica, by the server that answered: replica or primary.',
      labelNames: ['server'] as const,
      registers: [],
      collect() {
        this.reset();
        for (const [server, count] of Object.entries(replica.countReads())) {
          this.inc({ server }, count);
        }
      },
    }),
  );
}

export const sessionKinds = ['machine', 'door', 'member', 'board'] as const;
export type SessionKind = (typeof sessionKinds)[number];
export type CountSessions = () => Readonly<Record<SessionKind, number>>;

/**
 * Registers the clients that are connected to this node. With a configured broker, machines and
 * locks connect to that one, and only pages of members and staff are counted here.
 */
export function watchMessaging(
  registry: Registry,
  bus: Pick<MessageBus, 'isConnected'>,
  countSessions: CountSessions,
): void {
  registry.registerMetric(
    new Gauge({
      name: 'tanren_mqtt_sessions',
      help: 'MQTT sessions at this node: machines, locks (door), pages of members and of staff (board).',
      labelNames: ['kind'] as const,
      registers: [],
      collect() {
        const counts = countSessions();
        for (const kind of sessionKinds) this.set({ kind }, counts[kind]);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'tanren_mqtt_connected',
      help: '1 while messages pass between this node and the broker.',
      registers: [],
      collect() {
        this.set(bus.isConnected() ? 1 : 0);
      },
    }),
  );
}

export function watchTokens(registry: Registry, countTokens: () => number): void {
  registry.registerMetric(
    new Gauge({
      name: 'tanren_token_cache_tokens',
      help: 'Verified tokens that this node remembers.',
      registers: [],
      collect() {
        this.set(countTokens());
      },
    }),
  );
}

/** Maximum time of a query for a scrape. After 10 s Prometheus would take the node for down. */
const longestReadMs = 3000;
const tooLate = new Error('a value took too long');

/** Registers values that are read from the database. They are absent while it does not answer. */
export function watchDatabase(registry: Registry, db: Database): void {
  const read = async <T>(query: Promise<T>): Promise<T | null> =>
    await limitTime(query, longestReadMs, tooLate).catch(() => null);
  registry.registerMetric(
    new Gauge({
      name: 'tanren_machines',
      help: 'Machines in use by gym and state (online, offline). The same on every node.',
      labelNames: ['gym', 'state'] as const,
      registers: [],
      async collect() {
        const counts = await read(countMachines(db));
        this.reset();
        for (const { gymId, online, count } of counts ?? []) {
          this.set({ gym: gymId, state: online ? 'online' : 'offline' }, count);
        }
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'tanren_database_schema_behind',
      help: '1 while the database lacks a migration that this node knows.',
      registers: [],
      async collect() {
        const state = await read(readDatabaseState(db));
        // Without labels, a reset would set it to 0.
        if (state === null) this.remove();
        else this.set(state.isBehind ? 1 : 0);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'tanren_ids_used_ratio',
      help: 'Share of its range that the fullest sequence of ids has used, and its name.',
      labelNames: ['sequence'] as const,
      registers: [],
      async collect() {
        const fullest = await read(findFullestSequence(db));
        this.reset();
        if (fullest !== null) this.set({ sequence: fullest.name }, fullest.used);
      },
    }),
  );
}

/** Finds the sequence that has used most of its range. The program may not read all of them. */
async function findFullestSequence(db: Database) {
  const { rows } = await db.execute<{ name: string; used: number }>(sql`
    select sequencename as name, last_value::float8 / max_value as used from pg_sequences
    where schemaname = 'public' and not cycle and last_value is not null
    order by used desc limit 1`);
  return rows[0] ?? null;
}

export function watchClock(registry: Registry, { aheadMs }: Pick<DatabaseClock, 'aheadMs'>): void {
  registry.registerMetric(
    new Gauge({
      name: 'tanren_clock_ahead_seconds',
      help: "How far this host's clock is ahead of the database's; negative when it is behind.",
      registers: [],
      collect() {
        this.set(aheadMs() / 1000);
      },
    }),
  );
}
