import { type ChildProcess, fork } from 'node:child_process';
import { createHmac, pbkdf2Sync, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { measureBaseline } from './ingest-baseline.ts';
import type { Measurement } from './measurement.ts';
import { startBenchServer } from './running-server.ts';
import { findAdminUrl } from './data/scale-database.ts';

const machineCount = 64;
const perMachine = 400;
/** Unacked workouts of a machine: as after an outage, when all send what they kept. */
const windowSize = 40;
/** PostgreSQL alone writes one batch after the other, on one connection. */
const lanes = 1;
/** At least this share of PostgreSQL's own rate. */
const leastShare = 0.6;
const linkedForMs = 20 * 60 * 60 * 1000;

interface BenchMachine {
  readonly id: number;
  readonly secret: string;
  readonly connectionId: string;
}

/** Machines with their accounts, each linked with a member of its own since yesterday. */
async function addMachines(url: string, now: number): Promise<BenchMachine[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`insert into gyms (id, name) values (1, 'ベンチ')`);
  const machines: BenchMachine[] = [];
  for (let id = 1; id <= machineCount; id += 1) {
    const secret = randomBytes(32).toString('base64url');
    const salt = randomBytes(12);
    const hash = pbkdf2Sync(secret, salt, 101, 64, 'sha512').toString('base64');
    await client.query(
      `insert into machines (id, gym_id, workout_type_id, min_load_hg, max_load_hg, load_step_hg,
         secret_hash, link_key, created_at) values ($1, 1, 1, 50, 1500, 25, $2, $3, now())`,
      [id, `$7$101$${salt.toString('base64')}$${hash}`, createHmac('sha256', secret).digest()],
    );
    const connectionId = randomUUID();
    const linkedAt = new Date(now - linkedForMs);
    await client.query(
      `insert into tanren_connections (id, machine_id, sub, linked_at, last_active_at, code_step)
       values ($1, $2, $3, $4, now() + interval '1 hour', 1)`,
      [connectionId, id, randomUUID(), linkedAt],
    );
    machines.push({ id, secret, connectionId });
  }
  await client.query('checkpoint');
  await client.end();
  return machines;
}

interface Run {
  readonly ms: number;
  readonly results: Readonly<Record<string, number>>;
}

async function hear(machines: ChildProcess): Promise<unknown> {
  const received = new AbortController();
  const { signal } = received;
  const ended = once(machines, 'exit', { signal }).then(([code]) => {
    throw new Error(`The machines ended with ${code} before they were done.`);
  });
  const [message] = (await Promise.race([once(machines, 'message', { signal }), ended])) as [
    unknown,
  ];
  received.abort();
  return message;
}

async function sendAll(port: number, machines: readonly BenchMachine[], now: number): Promise<Run> {
  const child = fork(fileURLToPath(new URL('load/ingest-machines.mjs', import.meta.url)));
  try {
    const startAt = now - linkedForMs + 60_000;
    child.send({ port, machines, perMachine, window: windowSize, startAt });
    await hear(child);
    child.send('go');
    return (await hear(child)) as Run;
  } finally {
    child.kill();
  }
}

/** Workouts from publish to ack, durably stored, against PostgreSQL with the same rows alone. */
export async function measure(): Promise<readonly Measurement[]> {
  const server = await startBenchServer();
  try {
    const url = await findAdminUrl(server.dataDir);
    const now = Date.now();
    const machines = await addMachines(url, now);
    const run = await sendAll(await server.readMqttPort(), machines, now);
    const expected = machineCount * perMachine;
    if (run.results['stored'] !== expected) {
      throw new Error(`of ${expected} workouts: ${JSON.stringify(run.results)}`);
    }
    const bare = await measureBaseline(url, lanes);
    const perSecond = (ms: number) => Math.round((expected / ms) * 1000);
    return [
      {
        name: `1,000 workouts stored (${perSecond(run.ms)}/s; PostgreSQL alone ${perSecond(bare.ms)}/s in batches of ${bare.batchSize}, share ${(bare.ms / run.ms).toFixed(2)})`,
        value: (run.ms / expected) * 1000,
        limit: (bare.ms / expected) * 1000 * (1 / leastShare),
        unit: 'ms',
      },
    ];
  } finally {
    await server.stop();
  }
}
