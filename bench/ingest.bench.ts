import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createMachineSecret } from '@tanren/api/src/mqtt/machine-secret.ts';
import pg from 'pg';
import { measureBaseline } from './ingest-baseline.ts';
import { hearChild, type Measurement } from './measurement.ts';
import { startBenchServer } from './running-server.ts';
import { admitMembers, findAdminUrl } from './data/scale-database.ts';

const machineCount = 64;
/** Number of workout types of all machines. Each type has several machines. */
const typeCount = 15;
/** Number of members whose workouts a machine has stored, one after the other. */
const membersEach = 50;
const workoutsEach = 10;
/** Number of members whose workouts are sent before the measurement, because a new node is slow. */
const warmUpMembers = 10;
/** Number of workouts without an ack per machine, like after an outage, when all machines send. */
const windowSize = 40;
/** Number of further members, whose machines measure each rep. */
const measuredMembers = 10;
/** Minimum share of PostgreSQL's own rate. */
const minShare = 0.6;
/** Maximum ratio of the time for a workout with measures to the time for one without. */
const maxMeasuredRatio = 2;
/** Time between the starts of two workouts of a machine. */
const spacingMs = 120_000;
const linkMs = workoutsEach * spacingMs;

interface BenchMachine {
  readonly id: number;
  readonly secret: string;
  /** Ids of the links, one per member, in order. */
  readonly connectionIds: readonly string[];
}

/** Adds machines with their accounts and the links of their members, who are all ranked. */
async function addMachines(url: string, startAt: number): Promise<BenchMachine[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`insert into gyms (id, name) values (1, 'ベンチ')`);
  const machines: BenchMachine[] = [];
  const subs: string[] = [];
  for (let id = 1; id <= machineCount; id += 1) {
    const { secret, secretHash, linkKey } = createMachineSecret();
    await client.query(
      `insert into machines (id, gym_id, workout_type_id, min_load_hg, max_load_hg, load_step_hg,
         secret_hash, link_key, created_at) values ($1, 1, $2, 50, 1500, 25, $3, $4, now())`,
      [id, 1 + (id % typeCount), secretHash, linkKey],
    );
    const links = Array.from({ length: membersEach + measuredMembers }, (_, n) => ({
      connectionId: randomUUID(),
      sub: randomUUID(),
      linkedAt: new Date(startAt + n * linkMs),
      endedAt: new Date(startAt + (n + 1) * linkMs),
    }));
    await client.query(
      `insert into tanren_connections
         (id, machine_id, sub, linked_at, last_active_at, ended_at, end_reason, code_step)
       select l.id, $1, l.sub, l.linked_at, l.ended_at, l.ended_at, 'member', l.n
       from unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::timestamptz[])
         with ordinality l (id, sub, linked_at, ended_at, n)`,
      [
        id,
        links.map(({ connectionId }) => connectionId),
        links.map(({ sub }) => sub),
        links.map(({ linkedAt }) => linkedAt),
        links.map(({ endedAt }) => endedAt),
      ],
    );
    subs.push(...links.map(({ sub }) => sub));
    machines.push({ id, secret, connectionIds: links.map(({ connectionId }) => connectionId) });
  }
  await admitMembers(url, subs);
  await client.query('checkpoint');
  await client.end();
  return machines;
}

interface Run {
  readonly ms: number;
  readonly results: Readonly<Record<string, number>>;
}

/** Connects the machines, which then send the workouts of a range of their members. */
async function connectMachines(port: number, machines: readonly BenchMachine[], startAt: number) {
  const child = fork(fileURLToPath(new URL('load/ingest-machines.mjs', import.meta.url)));
  const plan = { workoutsEach, plainMembers: membersEach, window: windowSize, spacingMs };
  child.send({ port, machines, startAt, ...plan });
  await hearChild(child);
  return {
    async send(from: number, to: number): Promise<Run> {
      child.send([from * workoutsEach, to * workoutsEach]);
      const run = (await hearChild(child)) as Run;
      const expected = machineCount * (to - from) * workoutsEach;
      if (run.results['stored'] === expected) return run;
      throw new Error(`of ${expected} workouts: ${JSON.stringify(run.results)}`);
    },
    close: () => child.kill(),
  };
}

/** Reads the average size in bytes of a stored set of ten reps, with and without measures. */
async function readSetSizes(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ measured: number; plain: number }>(
    `select avg(pg_column_size(s.*)) filter (where rep_measures is not null)::int as measured,
       avg(pg_column_size(s.*)) filter (where rep_measures is null)::int as plain
     from workout_sets s`,
  );
  await client.end();
  return rows[0] ?? { measured: 0, plain: 0 };
}

/**
 * Measures workouts from publishing to ack, durably stored: without measures against PostgreSQL
 * with the same rows, and with measures against those without.
 */
export async function measure(): Promise<readonly Measurement[]> {
  const server = await startBenchServer();
  try {
    const url = await findAdminUrl(server.dataDir);
    const startAt = Date.now() - (membersEach + measuredMembers + 1) * linkMs;
    const machines = await addMachines(url, startAt);
    const connected = await connectMachines(await server.readMqttPort(), machines, startAt);
    try {
      await connected.send(0, warmUpMembers);
      const run = await connected.send(warmUpMembers, membersEach);
      const bare = await measureBaseline(url, new Date(startAt + warmUpMembers * linkMs));
      const measured = await connected.send(membersEach, membersEach + measuredMembers);
      const sizes = await readSetSizes(url);
      /** Milliseconds for 1,000 workouts, of this number of members of each machine. */
      const perThousand = (ms: number, members: number) =>
        (ms / (machineCount * members * workoutsEach)) * 1000;
      const plainMs = perThousand(run.ms, membersEach - warmUpMembers);
      const bareMs = perThousand(bare.ms, membersEach - warmUpMembers);
      const perSecond = (ms: number) => Math.round(1_000_000 / ms);
      return [
        {
          name: `1,000 workouts stored (${perSecond(plainMs)}/s; PostgreSQL alone ${perSecond(bareMs)}/s in batches of ${bare.batchSize}, share ${(bareMs / plainMs).toFixed(2)})`,
          value: plainMs,
          limit: bareMs / minShare,
          unit: 'ms',
        },
        {
          name: `1,000 workouts with measures stored (${sizes.measured} B per set, ${sizes.plain} B without)`,
          value: perThousand(measured.ms, measuredMembers),
          limit: plainMs * maxMeasuredRatio,
          unit: 'ms',
        },
      ];
    } finally {
      connected.close();
    }
  } finally {
    await server.stop();
  }
}
