import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Database } from '@tanren/api/src/db/database.ts';
import { readDaySlots } from '@tanren/api/src/modules/booking/reservation-slots.service.ts';
import { findUserInfo } from '@tanren/api/src/modules/members/userinfo.store.ts';
import { readBoard } from '@tanren/api/src/modules/workouts/ranking/workout-ranking.store.ts';
import { readWorkoutPage } from '@tanren/api/src/modules/workouts/workout-reads.service.ts';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import pg from 'pg';
import { makeHotGym, rankingBoard, type SignedIn } from './data/hot-reads-gym.ts';
import { hearChild, type Measurement, quantile } from './measurement.ts';
import { startBenchServer } from './running-server.ts';
import { findAdminUrl } from './data/scale-database.ts';

const connections = 32;
/** Pool size, the same as the server's. */
const pool = 10;
const rounds = 7;
const roundMs = 2000;
const minShare = 0.3;
const maxP99Growth = 4;

interface Call {
  readonly name: string;
  readonly path: string;
  /** Does the server's read. Its statements are then measured without the server. */
  readonly read: (db: Database, sub: string) => Promise<unknown>;
}

const day = addDays(toGymDay(new Date()), 7);
const page = { workoutTypeId: null, cursor: null, limit: 20 };

const calls: readonly Call[] = [
  {
    name: '/workouts',
    path: '/api/workouts',
    read: async (db, sub) => await readWorkoutPage(db, { ...page, sub }),
  },
  {
    name: '/workout-ranking',
    path: '/api/workout-ranking/1/max',
    read: async (db, sub) => await readBoard(db, rankingBoard, sub),
  },
  {
    name: '/userinfo',
    path: '/api/userinfo',
    read: async (db, sub) => await findUserInfo(db, sub),
  },
  {
    name: '/training-reservations, slots',
    path: `/api/training-reservations/gyms/1/${day}`,
    read: async (db, sub) => await readDaySlots(db, { sub, gymId: 1, gymDay: day }, new Date()),
  },
];

/** Compares frequent reads over many connections with their statements through `pg` alone. */
export async function measure(): Promise<readonly Measurement[]> {
  const server = await startBenchServer();
  try {
    const url = await findAdminUrl(server.dataDir);
    const members = await makeHotGym(server, url, day);
    const measurements: Measurement[] = [];
    for (const call of calls) {
      console.log(`hot-reads: timing GET ${call.name}`);
      measurements.push(...(await compare(call, { server: server.url, url, members })));
    }
    return measurements;
  } finally {
    await server.stop();
  }
}

interface Place {
  readonly server: string;
  readonly url: string;
  readonly members: readonly SignedIn[];
}

async function compare(call: Call, { server, url, members }: Place): Promise<Measurement[]> {
  const port = Number(new URL(server).port);
  const requests = members.map(
    ({ token }) =>
      `GET ${call.path} HTTP/1.1\r\nhost: localhost:${port}\r\nauthorization: Bearer ${token}\r\naccept-encoding: gzip, deflate, br\r\n\r\n`,
  );
  const reads = await captureReads(url, members, call);
  const http = await startLoad('load/http-load.mjs', { port, connections, requests });
  const bare = await startLoad('load/sql-load.mjs', { url, connections, pool, reads });
  try {
    // The warm-up verifies each member's token once. The node caches the result.
    for (let called = 0; called < requests.length; called += (await http.run(roundMs)).count);
    await bare.run(roundMs);
    const pairs: { readonly called: Load; readonly queried: Load }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      pairs.push({ called: await http.run(roundMs), queried: await bare.run(roundMs) });
    }
    const share = quantile(
      pairs.map(({ called, queried }) => called.perSecond / queried.perSecond),
      0.5,
    );
    const growth = quantile(
      pairs.map(({ called, queried }) => called.p99 / queried.p99),
      0.5,
    );
    const rates = `${describe(pairs, 'perSecond', '/s')}, share ${share.toFixed(2)}`;
    return [
      {
        name: `GET ${call.name}, time of a call to its SQL alone (${rates})`,
        value: 1 / share,
        limit: 1 / minShare,
        unit: 'x',
      },
      {
        name: `GET ${call.name}, p99 to its SQL alone (${describe(pairs, 'p99', ' ms')})`,
        value: growth,
        limit: maxP99Growth,
        unit: 'x',
      },
    ];
  } finally {
    http.stop();
    bare.stop();
  }
}

function describe(
  pairs: readonly { readonly called: Load; readonly queried: Load }[],
  which: 'perSecond' | 'p99',
  unit: string,
): string {
  const of = (loads: readonly Load[]) =>
    quantile(
      loads.map((load) => load[which]),
      0.5,
    ).toFixed(0);
  const [called, queried] = [pairs.map((pair) => pair.called), pairs.map((pair) => pair.queried)];
  return `${of(called)}${unit} of ${of(queried)}${unit}`;
}

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Captures the statements that the server sends to the database, for each member. */
async function captureReads(
  url: string,
  members: readonly SignedIn[],
  { read }: Call,
): Promise<readonly (readonly Statement[])[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let sent: Statement[] = [];
  const watched = {
    query: async (config: pg.QueryConfig, values: unknown[]) => {
      sent.push({ text: config.text, values });
      return await client.query(config, values);
    },
  };
  const db = drizzle(watched as never) as unknown as Database;
  const reads: Statement[][] = [];
  for (const { sub } of members) {
    sent = [];
    await read(db, sub);
    reads.push(sent);
  }
  await client.end();
  return reads;
}

interface Load {
  readonly count: number;
  readonly perSecond: number;
  /** 99th percentile in milliseconds. */
  readonly p99: number;
}

async function startLoad(program: string, task: object) {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), {
    serialization: 'advanced',
  });
  child.send(task);
  await hearChild(child);
  return {
    run: async (ms: number): Promise<Load> => {
      child.send(ms);
      const { ms: took, times } = (await hearChild(child)) as { ms: number; times: number[] };
      const perSecond = (times.length / took) * 1000;
      return { count: times.length, perSecond, p99: quantile(times, 0.99) };
    },
    stop: () => void child.kill(),
  };
}
