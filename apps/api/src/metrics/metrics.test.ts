import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { machineTopic } from '@tanren/contract/machines/machine-messages';
import { sql as statement } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { type AppModules, productModules } from '#app.ts';
import { closeDatabase, type Database, defaultLimits, openDatabase } from '#db/database.ts';
import { openReplica, type Replica } from '#db/replica.ts';
import { isDatabaseAway } from '#db/database-failure.ts';
import { takeWorkouts } from '#modules/workouts/ingest/workouts.mqtt.ts';
import { bearer, buildTestApp, silentLog } from '#test/support/app.ts';
import { openTestBus } from '#test/support/broker.ts';
import { repeatTask } from '#tasks/repeat-task.ts';
import { createTestDatabase, sql } from '#test/support/database.ts';
import { startStallingProxy } from '#test/support/failures.ts';
import { addMachine } from '#test/support/machines/machines.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { startMetrics } from './metrics-server.ts';

const { db, url: databaseUrl } = await createTestDatabase();
const clock = { aheadMs: () => -1500 };
const noSessions = () => ({ machine: 2, door: 0, member: 7, board: 1 });

async function openStallingDatabase() {
  const line = await startStallingProxy(() => Number(new URL(databaseUrl).port));
  const through = new URL(databaseUrl);
  through.port = String(line.port);
  through.search = '';
  const distant = openDatabase(through.href, { queryTimeoutMs: 60_000, connectTimeoutMs: 60_000 });
  onTestFinished(() => closeDatabase(distant, 100));
  return { line, db: distant };
}

/** Returns the samples of one metric, in the format of Prometheus. */
async function read({ registry }: Metrics, name: string): Promise<string[]> {
  const text = await registry.metrics();
  return text.split('\n').filter((line) => new RegExp(`^${name}[{ ]`).test(line));
}

interface Served {
  readonly port?: number;
  readonly database?: Database;
  readonly replica?: Replica | null;
}

async function serve(metrics: Metrics, { port = 0, database = db, replica = null }: Served = {}) {
  const config = { nodeName: 'node-1', metrics: { host: '127.0.0.1', port } };
  const bus = { isConnected: () => true };
  const server = await startMetrics(metrics, {
    config,
    db: database,
    replica,
    clock,
    bus,
    countSessions: noSessions,
    countTokens: () => 5,
  });
  onTestFinished(() => server.close());
  return server.url ?? '';
}

test('counts requests by route pattern and status, never by the requested path', async () => {
  const metrics = createMetrics();
  const members: AppModules['members'] = productModules.members;
  const app = await buildTestApp({ db, metrics, modules: { members } });
  const headers = bearer(randomUUID());
  for (const id of [1, 2, 3]) await app.inject({ url: `/api/workouts/${id}?x=${id}`, headers });
  for (const id of [1, 2, 3]) await app.inject({ url: `/api/none/${id}`, headers });
  for (const id of [1, 2, 3]) await app.inject({ url: `/wp-admin/${id}.php` });
  await app.inject({ url: '/api/%zz' });
  const counted = await read(metrics, 'tanren_http_requests_total');
  expect(counted.toSorted()).toEqual([
    'tanren_http_requests_total{method="GET",route="/*",status="503"} 3',
    'tanren_http_requests_total{method="GET",route="/api/*",status="404"} 3',
    'tanren_http_requests_total{method="GET",route="/api/workouts/:workoutId",status="404"} 3',
    'tanren_http_requests_total{method="GET",route="unmatched",status="400"} 1',
  ]);
  const times = await read(metrics, 'tanren_http_request_duration_seconds_count');
  expect(times).toContain(
    'tanren_http_request_duration_seconds_count{method="GET",route="/api/workouts/:workoutId"} 3',
  );
});

test('answers only GET /metrics on its own port', async () => {
  const url = await serve(createMetrics());
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  expect(text).toMatch(/^tanren_build_info\{version="\d+\.\d+\.\d+",node="node-1"\} 1$/m);
  expect(text).toContain('tanren_clock_ahead_seconds -1.5\n');
  expect(text).toContain('tanren_database_schema_behind 0\n');
  expect(text).toContain('tanren_mqtt_sessions{kind="member"} 7\n');
  expect(text).toContain('tanren_mqtt_connected 1\n');
  expect(text).toContain('tanren_token_cache_tokens 5\n');
  expect(text).toContain('tanren_database_pool_size ');
  expect(text).toMatch(/^tanren_database_pool_connections\{state="idle"\} \d+$/m);
  expect(text).toMatch(/^tanren_database_pool_waiting 0$/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
  expect((await fetch(new URL('/', url))).status).toBe(404);
  expect((await fetch(url, { method: 'POST' })).status).toBe(404);
});

test('reports whether the replica is used, its lag, and which server answers', async () => {
  const metrics = createMetrics();
  const replica = openReplica('postgres://nobody@127.0.0.1:1/none', db, defaultLimits);
  onTestFinished(() => replica.close());
  let lagMs: number | null = null;
  await serve(metrics, {
    replica: { ...replica, isUsed: () => lagMs !== null, lagMs: () => lagMs },
  });
  expect(await read(metrics, 'tanren_replica_used')).toEqual(['tanren_replica_used 0']);
  expect(await read(metrics, 'tanren_replica_lag_seconds')).toEqual([]);
  lagMs = 1500;
  await replica.db.execute(statement`select 1`);
  expect(await read(metrics, 'tanren_replica_used')).toEqual(['tanren_replica_used 1']);
  expect(await read(metrics, 'tanren_replica_lag_seconds')).toEqual([
    'tanren_replica_lag_seconds 1.5',
  ]);
  expect(await read(metrics, 'tanren_replica_reads_total')).toEqual([
    'tanren_replica_reads_total{server="replica"} 0',
    'tanren_replica_reads_total{server="primary"} 1',
  ]);
});

test('counts the machines in use by gym and state', async () => {
  for (const changes of [{ online: true }, { online: true }, {}, { retiredAt: new Date() }]) {
    await addMachine(db, { gymId: 1, ...changes });
  }
  const metrics = createMetrics();
  await serve(metrics);
  const counts = await read(metrics, 'tanren_machines');
  expect(counts.toSorted()).toEqual([
    'tanren_machines{gym="1",state="offline"} 1',
    'tanren_machines{gym="1",state="online"} 2',
  ]);
});

test('names the sequence of ids that has used most of its range', async () => {
  await sql(databaseUrl, `select setval('gyms_id_seq', 1500000000)`);
  const metrics = createMetrics();
  await serve(metrics);
  expect(await read(metrics, 'tanren_ids_used_ratio')).toEqual([
    expect.stringMatching(/^tanren_ids_used_ratio\{sequence="gyms_id_seq"\} 0\.698\d+$/),
  ]);
});

test('answers within seconds and without values of the database while that is silent', async () => {
  const { line, db: distant } = await openStallingDatabase();
  const metrics = createMetrics();
  const url = await serve(metrics, { database: distant });
  expect(await (await fetch(url)).text()).toMatch(/^tanren_database_schema_behind 0$/m);
  line.stall();
  const answer = await fetch(url, { signal: AbortSignal.timeout(9000) });
  expect(answer.status).toBe(200);
  expect(await answer.text()).not.toMatch(/^tanren_database_schema_behind /m);
});

test('counts failures of repeated tasks by name', async () => {
  const metrics = createMetrics();
  const app = await buildTestApp({ db, metrics, logger: { write() {} } });
  const run = () => Promise.reject(new Error('no luck'));
  onTestFinished(repeatTask({ name: 'purge', everyMs: 1, run }, app.log));
  await expect
    .poll(() => read(metrics, 'tanren_task_failures_total'))
    .toEqual([expect.stringMatching(/^tanren_task_failures_total\{task="purge"\} [1-9]/)]);
});

test('reports a busy metrics port in one line', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void blocker.close());
  await once(blocker, 'listening');
  const address = blocker.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(serve(createMetrics(), { port })).rejects.toThrow(
    `port ${port} on 127.0.0.1, for metrics, is in use: stop the other program or set METRICS_PORT`,
  );
});

test('opens no port when it is switched off', async () => {
  const config = { nodeName: 'node-1', metrics: null };
  const bus = { isConnected: () => true };
  const server = await startMetrics(null, { config, db, clock, bus, countSessions: noSessions });
  expect(server.url).toBeNull();
});

test('counts sent and failed mails', async () => {
  const metrics = createMetrics();
  const mail = { to: 'a@tanren.example', subject: 'x', text: 'x' };
  await metrics.countMails({ send: async () => {} }).send(mail);
  const broken = metrics.countMails({ send: () => Promise.reject(new Error('no server')) });
  await expect(broken.send(mail)).rejects.toThrow('no server');
  expect(await read(metrics, 'tanren_mails_total')).toEqual([
    'tanren_mails_total{result="sent"} 1',
    'tanren_mails_total{result="failed"} 1',
  ]);
});

test('counts workouts by result, with batches, lag and waiting messages', async () => {
  const metrics = createMetrics();
  const { bus, send, listen } = await openTestBus();
  const { id } = await addMachine(db);
  const counted = metrics.countMessages(bus);
  const now = () => new Date();
  onTestFinished(
    await takeWorkouts(counted, {
      db,
      now,
      log: silentLog,
      isDatabaseAway,
      onWorkoutsStored: async () => {},
      observer: metrics,
    }),
  );
  const acks = await listen(machineTopic(id, 'acks'));
  await send(machineTopic(id, 'workouts'), '{}');
  await expect.poll(() => acks.length).toBe(1);
  await expect
    .poll(() => read(metrics, 'tanren_ingest_messages_total'))
    .toContain('tanren_ingest_messages_total{result="rejected"} 1');
  expect(await read(metrics, 'tanren_ingest_batch_size_count')).toEqual([
    'tanren_ingest_batch_size_count 1',
  ]);
  expect(await read(metrics, 'tanren_ingest_lag_seconds_count')).toEqual([
    'tanren_ingest_lag_seconds_count 1',
  ]);
  expect(await read(metrics, 'tanren_queue_length')).toEqual([
    'tanren_queue_length{queue="ingest"} 0',
  ]);
  expect(await read(metrics, 'tanren_mqtt_messages_total')).toEqual([
    'tanren_mqtt_messages_total{direction="received"} 1',
    'tanren_mqtt_messages_total{direction="sent"} 1',
  ]);
});
