import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { generateWorkouts } from './data/generate-workouts.ts';
import type { Measurement } from './measurement.ts';
import { type BenchServer, startBenchServer } from './running-server.ts';
import { admitMembers, findAdminUrl, logPlans, readPlans } from './data/scale-database.ts';
import { nameMember, openTokenIssuer, type TokenIssuer } from './data/scale-tokens.ts';

/** Maximum ratio between 100,000 members with 10 million workouts and 1,000 members. */
const maxGrowth = 1.5;
const sizes = { few: 1000, many: 100_000 };
const workoutsEach = 100;
/** Number of members with sets. Sets are found by the workout's key, however many there are. */
const membersRead = 1000;

/**
 * Number of rounds. Requests go to both servers in turns, so that other work of the computer
 * affects both. The result is the median over the rounds of the 99th percentiles, so that one
 * disturbance does not decide.
 */
const rounds = 9;
const callsPerRound = 200;

const neededBytes = 15e9;

interface Call {
  readonly name: string;
  readonly path: (member: Member) => string;
}

interface Member {
  readonly token: string;
  readonly workoutIds: readonly number[];
  readonly cursor: string;
}

const calls: readonly Call[] = [
  { name: '/workout-types', path: () => '/workout-types' },
  { name: '/workout-loads', path: () => '/workout-loads' },
  { name: '/workouts', path: () => '/workouts' },
  { name: '/workouts?cursor', path: ({ cursor }) => `/workouts?cursor=${cursor}` },
  { name: '/workouts?workoutType', path: () => '/workouts?workoutType=3' },
  { name: '/workouts/{id}', path: ({ workoutIds }) => `/workouts/${pick(workoutIds)}` },
  { name: '/workouts/latest', path: () => '/workouts/latest' },
  { name: '/training-status', path: () => '/training-status' },
  { name: '/workout-history/{type}', path: () => '/workout-history/3' },
];

export async function measure(): Promise<readonly Measurement[]> {
  const { bavail, bsize } = await statfs(tmpdir());
  if (bavail * bsize < neededBytes) {
    console.log(`scale: skipped, ${tmpdir()} has less than ${neededBytes / 1e9} GB free`);
    return [];
  }
  const issuer = await openTokenIssuer();
  const few = await openGym(issuer, sizes.few);
  try {
    const many = await openGym(issuer, sizes.many);
    try {
      const measurements: Measurement[] = [];
      for (const call of calls) {
        console.log(`scale: timing GET ${call.name}`);
        measurements.push(await compare(call, few, many));
      }
      await showPlans(many);
      return measurements;
    } finally {
      await many.server.stop();
    }
  } finally {
    await few.server.stop();
    issuer.close();
  }
}

interface Gym {
  readonly server: BenchServer;
  readonly members: readonly Member[];
  readonly adminUrl: string;
}

async function openGym(issuer: TokenIssuer, size: number): Promise<Gym> {
  const server = await startBenchServer(issuer.settings);
  try {
    const adminUrl = await findAdminUrl(server.dataDir);
    // The members are spread evenly, because neighbours share pages of the table.
    const setsOfEvery = Math.max(1, Math.floor(size / membersRead));
    await generateWorkouts(adminUrl, { members: size, workoutsEach, setsOfEvery }, (progress) => {
      console.log(`scale, ${size} members: ${progress}`);
    });
    const subs = Array.from({ length: Math.floor(size / setsOfEvery) }, (_, n) =>
      nameMember((n + 1) * setsOfEvery),
    );
    await admitMembers(adminUrl, subs);
    const members: Member[] = [];
    for (const sub of subs) {
      const token = issuer.issue(sub);
      const page = (await read(server, '/workouts?limit=50', token)) as {
        items: readonly { id: number }[];
        nextCursor: string;
      };
      members.push({ token, workoutIds: page.items.map(({ id }) => id), cursor: page.nextCursor });
    }
    return { server, members, adminUrl };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function read({ url }: BenchServer, path: string, token: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api${path}`, { headers });
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
  return body;
}

async function compare(call: Call, few: Gym, many: Gym): Promise<Measurement> {
  const ofFew: Percentiles[] = [];
  const ofMany: Percentiles[] = [];
  // The first round only warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const times = { few: [] as number[], many: [] as number[] };
    for (let count = 0; count < callsPerRound; count += 1) {
      times.few.push(await timeCall(call, few));
      times.many.push(await timeCall(call, many));
    }
    if (round === 0) continue;
    ofFew.push(summarize(times.few));
    ofMany.push(summarize(times.many));
  }
  const p99 = { few: medianOf(ofFew, 'p99'), many: medianOf(ofMany, 'p99') };
  const p50 = `p50 ${medianOf(ofFew, 'p50').toFixed(2)} → ${medianOf(ofMany, 'p50').toFixed(2)}`;
  return {
    name: `GET ${call.name}, p99 with 100,000 members (${p50} ms, p99 with 1,000 ${p99.few.toFixed(2)} ms)`,
    value: p99.many,
    limit: Number((p99.few * maxGrowth).toFixed(2)),
    unit: 'ms',
  };
}

/** Prints what the database actually did for each request. */
async function showPlans({ server, members, adminUrl }: Gym): Promise<void> {
  await logPlans(adminUrl);
  let shown = 0;
  for (const { name, path } of calls) {
    const member = pick(members);
    await read(server, path(member), member.token);
    const plans = await readPlans(server.dataDir);
    console.log(`GET ${name}\n  ${plans.slice(shown).join('\n  ')}`);
    shown = plans.length;
  }
}

interface Percentiles {
  readonly p50: number;
  readonly p99: number;
}

async function timeCall({ path }: Call, { server, members }: Gym): Promise<number> {
  const member = pick(members);
  const startedAt = performance.now();
  await read(server, path(member), member.token);
  return performance.now() - startedAt;
}

function summarize(times: readonly number[]): Percentiles {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

function medianOf(timed: readonly Percentiles[], which: keyof Percentiles): number {
  const sorted = timed.map((round) => round[which]).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function pick<T>(values: readonly T[]): T {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error('There is nothing to pick from.');
  return value;
}
