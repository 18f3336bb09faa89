import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Database } from '@tanren/api/src/db/database.ts';
import { readDay } from '@tanren/api/src/modules/booking/day-slots.store.ts';
import { findUserInfo } from '@tanren/api/src/modules/members/userinfo.store.ts';
import { readBoard } from '@tanren/api/src/modules/workouts/ranking/workout-ranking.store.ts';
import { readWorkoutPage } from '@tanren/api/src/modules/workouts/workout-reads.service.ts';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import { makeHotGym, rankingBoard, type SignedIn } from './data/hot-reads-gym.ts';
import type { Measurement } from './measurement.ts';
import { startBenchServer } from './running-server.ts';
import { findAdminUrl } from './data/scale-database.ts';

const connections = 32;
/** Pool size, the same as the server's. */
const pool = 10;
const rounds = 7;
const roundMs = 2000;
const maxP99Growth = 4;

interface Call {
  readonly name: string;
  readonly path: string;
  /** Does the server's read. Its statement is then measured without the server. */
  readonly read: (db: Database, sub: string) => Promise<unknown>;
  readonly minShare: number;
}

const day = addDays(toGymDay(new Date()), 7);
const page = { workoutTypeId: null, cursor: null, limit: 20 };

const calls: readonly Call[] = [
  {
    name: '/workouts',
    path: '/api/workouts',
    read: async (db, sub) => await readWorkoutPage(db, { ...page, sub }),
    minShare: 0.4,
  },
  {
    name: '/workout-ranking',
    path: '/api/workout-ranking/1/max',
    read: async (db, sub) => await readBoard(db, rankingBoard, sub),
    minShare: 0.4,
  },
  {
    name: '/userinfo',
    path: '/api/userinfo',
    read: async (db, sub) => await findUserInfo(db, sub),
    minShare: 0.4,
  },
  {
    name: '/training-reservations, slots',
    path: `/api/training-reservations/gyms/1/${day}`,
    read: async (db, sub) => await readDay(db, { sub, gymId: 1, gymDay: day }, new Date()),
    minShare: 0.25,
  },
];

/** Compares frequent reads over many connections with their main statement through `pg` alone. */
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
  const statements = await Promise.all(
    members.map(async ({ sub }) => await captureStatement((db) => call.read(db, sub))),
  );
  const { name, text } = statements[0] ?? { name: '', text: '' };
  const values = statements.map((statement) => statement.values);
  const http = await startLoad('load/http-load.mjs', { port, connections, requests });
  const bare = await startLoad('load/sql-load.mjs', { url, connections, pool, name, text, values });
  try {
    // The warm-up verifies each member's token once. The node caches the result.
    for (let called = 0; called < requests.length; called += (await http.run(roundMs)).count);
    await bare.run(roundMs);
    const pairs: { readonly called: Load; readonly queried: Load }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      pairs.push({ called: await http.run(roundMs), queried: await bare.run(roundMs) });
    }
    const share = median(pairs.map(({ called, queried }) => called.perSecond / queried.perSecond));
    const growth = median(pairs.map(({ called, queried }) => called.p99 / queried.p99));
    const rates = `${describe(pairs, 'perSecond', '/s')}, share ${share.toFixed(2)}`;
    return [
      {
        name: `GET ${call.name}, time of a call to its SQL alone (${rates})`,
        value: 1 / share,
        limit: 1 / call.minShare,
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
  const of = (loads: readonly Load[]) => median(loads.map((load) => load[which])).toFixed(0);
  const [called, queried] = [pairs.map((pair) => pair.called), pairs.map((pair) => pair.queried)];
  return `${of(called)}${unit} of ${of(queried)}${unit}`;
}

interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** Captures the statement that the server would send to the database. */
async function captureStatement(read: (db: Database) => Promise<unknown>): Promise<Statement> {
  const sent: Statement[] = [];
  const client = {
    query: async (
      config: Statement,
      given?: unknown[] | ((error: null, result: object) => void),
    ) => {
      const values = Array.isArray(given) ? given : config.values;
      sent.push({ name: config.name, text: config.text, values });
      if (typeof given === 'function') given(null, { rows: [] });
      return { rows: [] };
    },
  };
  const db = drizzle(client as never) as unknown as Database;
  // Some reads fail without rows, but only after they have sent the statement.
  await read(db).catch(() => {});
  const [statement] = sent;
  if (statement === undefined) throw new Error('Nothing was asked.');
  return statement;
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
  await hear(child);
  return {
    run: async (ms: number): Promise<Load> => {
      child.send(ms);
      const { ms: took, times } = (await hear(child)) as { ms: number; times: number[] };
      const sorted = times.toSorted((a, b) => a - b);
      const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
      return { count: times.length, perSecond: (times.length / took) * 1000, p99 };
    },
    stop: () => void child.kill(),
  };
}

async function hear(child: ChildProcess): Promise<unknown> {
  const received = new AbortController();
  const { signal } = received;
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`The load ended with ${code}.`);
  });
  const [message] = (await Promise.race([once(child, 'message', { signal }), ended])) as [unknown];
  received.abort();
  return message;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
