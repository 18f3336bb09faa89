import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeDatabase, openDatabase } from '@tanren/api/src/db/database.ts';
import { createMachineSecret } from '@tanren/api/src/mqtt/machine-secret.ts';
import { createConfirmedUser } from '@tanren/user-pool/administration';
import { parseKeys } from '@tanren/user-pool/crypto/user-pool-keys';
import { testKeys } from '@tanren/user-pool/testing/test-keys';
import pg from 'pg';
import { generateWorkouts } from '#data/generate-workouts.ts';
import { startMosquitto } from '#mosquitto.ts';
import { type BenchServer, startBenchServer } from '#running-server.ts';
import { admitMembers, findAdminUrl } from '#data/scale-database.ts';
import { nameMember } from '#data/scale-tokens.ts';
import { findFreePort } from '@tanren/api/src/embedded/free-port.ts';

export interface ChainSize {
  readonly gyms: number;
  readonly machinesEach: number;
  readonly membersEach: number;
  /** Number of acting members. Each of them is linked with a machine. */
  readonly actors: number;
  /** Workouts of each member before the day begins. */
  readonly historyEach: number;
}

export interface ChainMachine {
  readonly id: number;
  readonly secret: string;
  readonly connectionId: string;
}

export interface ChainActor {
  readonly sub: string;
  readonly email: string;
  readonly gymId: number;
  /** The machine that the actor is linked with. */
  readonly machineId: number;
}

export interface ChainWorld {
  readonly server: BenchServer;
  readonly adminUrl: string;
  readonly brokerPid: number;
  readonly brokerPort: number;
  readonly machines: readonly ChainMachine[];
  readonly actors: readonly ChainActor[];
  readonly linkedAt: number;
  readonly close: () => Promise<void>;
}

export const actorPassword = 'iron-2024-gym';
/** Duration of the links, long enough for the workouts of a whole day in sequence. */
const linkedForMs = 20 * 60 * 60 * 1000;

/** Starts one node, its embedded database and a Mosquitto with a chain of gyms. */
export async function openChain(
  size: ChainSize,
  settings: Readonly<Record<string, string>>,
  report: (progress: string) => void,
): Promise<ChainWorld> {
  const accounts = Array.from({ length: size.gyms * size.machinesEach }, (_, n) => ({
    id: n + 1,
    connectionId: randomUUID(),
    ...createMachineSecret(),
  }));
  const [machinePort, nodePort] = [await findFreePort(), await findFreePort()];
  const server = await startBenchServer({
    MQTT_URL: `mqtt://tanren:bench@127.0.0.1:${nodePort}`,
    USER_POOL_KEYS: testKeys,
    // Every gym has its own network address, as the rate limits expect.
    TRUSTED_PROXIES: '127.0.0.0/8,::1',
    ...settings,
  });
  let broker: ChildProcess | null = null;
  const close = async () => {
    broker?.kill('SIGKILL');
    await server.stop();
  };
  try {
    const adminUrl = await findAdminUrl(server.dataDir);
    broker = await startMosquitto(server.dataDir, accounts, machinePort, nodePort);
    const linkedAt = Date.now() - linkedForMs;
    await fillGyms(adminUrl, size, accounts, linkedAt, report);
    const actors = await addAccounts(adminUrl, size, report);
    // The node tries to reach its broker every second.
    await sleep(2500);
    const world = { server, adminUrl, actors, linkedAt, close };
    return { ...world, machines: accounts, brokerPid: broker.pid ?? 0, brokerPort: machinePort };
  } catch (error) {
    await close();
    throw error;
  }
}

const gymOf = (member: number, { gyms }: ChainSize) => (member % gyms) + 1;

/**
 * Returns the distance between acting members, which spreads them over gyms and pages of the
 * tables.
 */
const actorStep = ({ gyms, membersEach, actors }: ChainSize) =>
  Math.max(1, Math.floor((gyms * membersEach) / actors));

/** Returns the number of a member who does not act. They are between the acting ones. */
function numberOther(n: number, size: ChainSize): number {
  const [other, between] = [n - size.actors, actorStep(size) - 1];
  return Math.floor(other / between) * (between + 1) + (other % between) + 1;
}

async function fillGyms(
  adminUrl: string,
  size: ChainSize,
  accounts: readonly (ChainMachine & { secretHash: string; linkKey: Buffer })[],
  linkedAt: number,
  report: (progress: string) => void,
): Promise<void> {
  const members = size.gyms * size.membersEach;
  const step = actorStep(size);
  report(`${members} members in ${size.gyms} gyms with ${accounts.length} machines`);
  const subs = Array.from({ length: members }, (_, n) => nameMember(n + 1));
  await admitMembers(adminUrl, subs);
  const client = new pg.Client({ connectionString: adminUrl });
  // Otherwise the end of the database that follows a failure would hide the failure.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(
    `insert into gyms (id, name, capacity) select n, 'ジム' || n, 40 from generate_series(1, $1::int) n`,
    [size.gyms],
  );
  await client.query(
    `insert into gym_weekly_hours (gym_id, weekday, opens_minute, closes_minute)
     select id, day, 360, 1440 from gyms, generate_series(0, 6) day`,
  );
  await client.query(
    `insert into subscription_plans (id, gym_id, position, name, description, price, per)
     select n, n, 1, 'レギュラー', '', 8800, 'month' from generate_series(1, $1::int) n`,
    [size.gyms],
  );
  await client.query(
    `insert into memberships (gym_id, sub, name, joined_at)
     select n % $2::int + 1, sub, '山田 太郎', now() - interval '1 year'
     from unnest($1::uuid[]) with ordinality m(sub, n)`,
    [subs, size.gyms],
  );
  await client.query(
    `insert into membership_terms (membership_id, from_day, plan_id)
     select id, '2020-01-01', gym_id from memberships`,
  );
  await client.query(
    `insert into machines (id, gym_id, workout_type_id, min_load_hg, max_load_hg, load_step_hg,
       secret_hash, link_key, created_at)
     select id, (id - 1) / $4::int + 1, id % 16 + 1, 50, 1500, 25, hash, key, now()
     from unnest($1::int[], $2::text[], $3::bytea[]) m(id, hash, key)`,
    [
      accounts.map(({ id }) => id),
      accounts.map(({ secretHash }) => secretHash),
      accounts.map(({ linkKey }) => linkKey),
      size.machinesEach,
    ],
  );
  // The first machines belong to acting members, the others to the rest. The time in the future
  // prevents a release for inactivity.
  await client.query(
    `insert into tanren_connections (id, machine_id, sub, linked_at, last_active_at, code_step)
     select id, n, sub, $3, now() + interval '3 hours', 1
     from unnest($1::uuid[], $2::uuid[]) with ordinality c(id, sub, n)`,
    [
      accounts.map(({ connectionId }) => connectionId),
      accounts.map((_, n) => nameMember(n < size.actors ? (n + 1) * step : numberOther(n, size))),
      new Date(linkedAt),
    ],
  );
  await client.end();
  const sizes = { members, workoutsEach: size.historyEach, setsOfEvery: step };
  await generateWorkouts(adminUrl, sizes, report);
}

async function addAccounts(
  adminUrl: string,
  size: ChainSize,
  report: (progress: string) => void,
): Promise<ChainActor[]> {
  report(`accounts of ${size.actors} members`);
  const db = openDatabase(adminUrl);
  const pool = {
    keys: await parseKeys(testKeys),
    poolId: 'local_tanren',
    now: () => new Date(),
  };
  const actors: ChainActor[] = [];
  for (let n = 1; n <= size.actors; n += 1) {
    const number = n * actorStep(size);
    const [sub, email] = [nameMember(number), `member-${n}@tanren.example`];
    await createConfirmedUser(db, pool, { sub, email, password: actorPassword });
    actors.push({ sub, email, gymId: gymOf(number, size), machineId: n });
  }
  await closeDatabase(db);
  return actors;
}
