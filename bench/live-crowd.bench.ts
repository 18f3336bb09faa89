import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createMachineSecret } from '@tanren/api/src/mqtt/machine-secret.ts';
import pg from 'pg';
import { hearChild, type Measurement, quantile } from './measurement.ts';
import { startMosquitto } from './mosquitto.ts';
import { startBenchServer } from './running-server.ts';
import { findAdminUrl } from './data/scale-database.ts';
import { findFreePort } from '@tanren/api/src/embedded/free-port.ts';

/** Number of pages. The result shows how many this computer could open. */
const pageCount = Number(process.env['LIVE_CROWD'] ?? 10_000);
const machineCount = Math.min(500, pageCount);
const measureSeconds = 20;
const limitMs = 50;
/** Maximum time until every machine is connected and every page receives its reps again. */
const recoveryLimitSeconds = 10;

interface Crowd {
  readonly pages: readonly { readonly sub: string; readonly ticket: string }[];
  readonly machines: readonly {
    readonly id: number;
    readonly secret: string;
    readonly secretHash: string;
    readonly connectionId: string;
  }[];
}

interface Round {
  readonly sent: number;
  readonly latencies: readonly number[];
  readonly openPages: number;
  readonly openMachines: number;
}

/**
 * Measures the time from a rep to the page on one node with thousands of live pages and a
 * Mosquitto, also after a restart of the broker.
 */
export async function measure(): Promise<readonly Measurement[]> {
  const [nodePort, machinePort] = [await findFreePort(), await findFreePort()];
  const mqttUrl = `mqtt://tanren:bench@127.0.0.1:${nodePort}`;
  const server = await startBenchServer({ MQTT_URL: mqttUrl });
  const child = fork(fileURLToPath(new URL('load/live-crowd-clients.mjs', import.meta.url)));
  let broker: ChildProcess | null = null;
  const stopBroker = async () => {
    if (broker === null || broker.exitCode !== null) return;
    const ended = once(broker, 'exit');
    broker.kill('SIGKILL');
    await ended;
  };
  try {
    const crowd = await addCrowd(await findAdminUrl(server.dataDir));
    const startBroker = async () => {
      broker = await startMosquitto(server.dataDir, crowd.machines, machinePort, nodePort);
    };
    await startBroker();
    // The node tries to connect every second.
    await sleep(2500);
    child.send({
      liveUrl: `${server.url.replace(/^http/, 'ws')}/mqtt`,
      brokerPort: machinePort,
      ...crowd,
    });
    const { pagesMs } = (await hearChild(child)) as { pagesMs: number };
    const steady = await lift(child, measureSeconds);
    await stopBroker();
    const lostAt = performance.now();
    await startBroker();
    const recovered = await waitForAll(child, lostAt);
    const after = await lift(child, measureSeconds);
    const perSecond = Math.round(pageCount / (pagesMs / 1000));
    return [
      describe('', steady, `pages opened at ${perSecond}/s`),
      describe(' after a restart of the broker', after, 'the same pages'),
      {
        name: `restart of the broker: ${machineCount} machines and ${pageCount} pages hear each other again`,
        value: recovered,
        limit: recoveryLimitSeconds,
        unit: 's',
      },
    ];
  } finally {
    child.kill();
    await stopBroker();
    await server.stop();
  }
}

function describe(when: string, round: Round, note: string): Measurement {
  const { sent, latencies, openPages, openMachines } = round;
  if (latencies.length < sent * 0.99) {
    throw new Error(`of ${sent} reps ${latencies.length} reached their page`);
  }
  const p50 = quantile(latencies, 0.5).toFixed(1);
  return {
    name: `rep → page, p95 of ${sent} reps${when}: ${openPages} live pages, ${openMachines} machines (p50 ${p50} ms, ${note})`,
    value: quantile(latencies, 0.95),
    limit: limitMs,
    unit: 'ms',
  };
}

async function lift(child: ChildProcess, seconds: number): Promise<Round> {
  child.send({ seconds });
  return (await hearChild(child)) as Round;
}

/**
 * Returns the seconds until the start of the first round in which all reps of all machines arrived.
 */
async function waitForAll(child: ChildProcess, lostAt: number): Promise<number> {
  for (;;) {
    const beganAt = performance.now();
    const { sent, latencies, openPages } = await lift(child, 2);
    if (openPages < pageCount) throw new Error(`${pageCount - openPages} pages were lost`);
    if (sent >= machineCount && latencies.length === sent) return (beganAt - lostAt) / 1000;
    if (beganAt - lostAt > 120_000) throw new Error('the pages never heard the machines again');
  }
}

/** Adds machines with accounts, each linked with a member, and a ticket for each member's page. */
async function addCrowd(url: string): Promise<Crowd> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`insert into gyms (id, name) values (1, 'ベンチ')`);
  const pages = Array.from({ length: pageCount }, () => ({
    sub: randomUUID(),
    ticket: randomBytes(32).toString('base64url'),
  }));
  const hashes = pages.map(({ sub, ticket }) =>
    createHash('sha256').update(`member:${sub} ${ticket}`).digest('hex'),
  );
  const subs = pages.map(({ sub }) => sub);
  // Sign-ins are added too, because nodes check every few seconds which of them have ended.
  await client.query(
    `insert into user_pool_users (sub, email, status, credential, created_at, updated_at)
     select sub, sub || '@tanren.example', 'CONFIRMED', '', now(), now() from unnest($1::uuid[]) sub`,
    [subs],
  );
  await client.query(
    `insert into user_pool_sessions (origin_jti, sub, client_id, authenticated_at, expires_at)
     select sub, sub, 'bench', now(), now() + interval '1 day' from unnest($1::uuid[]) sub`,
    [subs],
  );
  // The tickets live longer than real ones, because opening ten thousand pages takes over a minute.
  await client.query(
    `insert into live_tickets (ticket_hash, sub, origin_jti, expires_at)
     select hash, sub, sub, now() + interval '1 hour'
     from unnest($1::text[], $2::uuid[]) t(hash, sub)`,
    [hashes, subs],
  );
  const machines = pages.slice(0, machineCount).map(({ sub }, at) => ({
    id: at + 1,
    sub,
    connectionId: randomUUID(),
    ...createMachineSecret(),
  }));
  for (const { id, sub, secretHash, linkKey, connectionId } of machines) {
    await client.query(
      `insert into machines (id, gym_id, workout_type_id, min_load_hg, max_load_hg, load_step_hg,
         secret_hash, link_key, created_at) values ($1, 1, 1, 50, 1500, 25, $2, $3, now())`,
      [id, secretHash, linkKey],
    );
    await client.query(
      `insert into tanren_connections (id, machine_id, sub, linked_at, last_active_at, code_step)
       values ($1, $2, $3, now(), now() + interval '1 hour', 1)`,
      [connectionId, id, sub],
    );
  }
  await client.end();
  return { pages, machines };
}
