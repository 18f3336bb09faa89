import { closeDatabase, type Database, openDatabase } from '@tanren/api/src/db/database.ts';
import { readRanking } from '@tanren/api/src/modules/workouts/ranking/read-ranking.ts';
import { rankWorkouts } from '@tanren/api/src/modules/workouts/ranking/workout-ranking.service.ts';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { findRankingMonth, rankingTypes, toBoardKey } from '@tanren/domain/workouts/rankings';
import { generateRanking } from './data/generate-ranking.ts';
import type { Measurement } from './measurement.ts';
import { type Redis, startRedis } from './load/redis.ts';
import { startBenchServer } from './running-server.ts';
import { admitMembers, findAdminUrl } from './data/scale-database.ts';
import { nameMember, openTokenIssuer } from './data/scale-tokens.ts';
import { compareTimes, type Timed } from './time-in-turns.ts';

/** Maximum ratio between the times with a million members and with a thousand. */
const maxGrowth = 1.5;
/**
 * Maximum ratio between all queries of a request and Redis with a sorted set of the same members.
 */
const maxTimesRedis = 3;
/** Sizes, each with its own workout type in the same tables, so that only the number differs. */
const sizes = [1000, 100_000, 1_000_000].map((members, index) => ({
  members,
  workoutTypeId: index + 1,
  ofEvery: members / 1000,
}));
type Size = (typeof sizes)[number];

const periods = ['all', 'this-month'] as const;

export async function measure(): Promise<readonly Measurement[]> {
  const issuer = await openTokenIssuer();
  const server = await startBenchServer(issuer.settings);
  const adminUrl = await findAdminUrl(server.dataDir);
  const db = openDatabase(adminUrl, { queryTimeoutMs: 120_000 });
  try {
    const now = new Date();
    await generateRanking(
      adminUrl,
      sizes.map((size) => ({ ...size, boards: listBoards(size, now) })),
      (progress) => console.log(`ranking: ${progress}`),
    );
    const tokens = new Map<Size, string[]>();
    for (const size of sizes) {
      const subs = Array.from({ length: 300 }, () => pickMember(size));
      await admitMembers(adminUrl, subs);
      tokens.set(
        size,
        subs.map((sub) => issuer.issue(sub)),
      );
    }
    const call = async (size: Size) => {
      const url = `${server.url}/api/workout-ranking/${size.workoutTypeId}/tfo`;
      const headers = { authorization: `Bearer ${pick(tokens.get(size) ?? [])}` };
      const response = await fetch(url, { headers });
      const body = (await response.json()) as { total: number; me: object | null };
      if (body.total !== size.members || body.me === null) throw new Error(JSON.stringify(body));
    };
    const redis = process.env['REDIS_PATH'];
    return [
      ...(await compareGrowth('GET /workout-ranking', call)),
      ...(await compareGrowth('its database time', (size) => readOurs(timeQueries(db), size, now))),
      ...(await compareGrowth('a new best ranked, in the ingest', (size) => rank(db, size))),
      ...(redis === undefined ? skipRedis() : await compareWithRedis(redis, db, now)),
    ];
  } finally {
    await closeDatabase(db);
    await server.stop();
    issuer.close();
  }
}

/**
 * Lists the boards for all gyms, of all time and this month, of both kinds: the largest ones that a
 * workout is on.
 */
function listBoards({ workoutTypeId }: Size, now: Date): number[] {
  return rankingTypes.flatMap((rankingType) =>
    periods.map((period) => {
      const month = findRankingMonth(period, toGymDay(now));
      return toBoardKey({ workoutTypeId, rankingType, scale: 'open', month, gymId: 0, band: 0 });
    }),
  );
}

/** Returns one of a thousand members that are evenly spread. */
function pickMember({ ofEvery }: Size): string {
  return nameMember(ofEvery * (1 + Math.floor(Math.random() * 1000)));
}

/** Picks a random value. There are enough members to keep each below the rate limit. */
function pick<T>(values: readonly T[]): T {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error('There is nothing to pick from.');
  return value;
}

/** Reads the ranking. Returns how long it waited for the database in total. */
async function readOurs(db: TimedDatabase, size: Size, now: Date): Promise<number> {
  const request = { rankingType: 'tfo', period: 'this-month', gym: null, scale: 'open' } as const;
  const { workoutTypeId: workoutType } = size;
  const before = db.spentMs();
  await readRanking(db.database, pickMember(size), { ...request, workoutType }, now);
  return db.spentMs() - before;
}

interface TimedDatabase {
  readonly database: Database;
  readonly spentMs: () => number;
}

/**
 * Wraps the database. Every query through its pool is measured, from sending to receiving the rows.
 */
function timeQueries(database: Database): TimedDatabase {
  let spent = 0;
  const pool = new Proxy(database.$client, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (key !== 'query' || typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        const startedAt = performance.now();
        const answer: unknown = await Reflect.apply(value, target, args);
        spent += performance.now() - startedAt;
        return answer;
      };
    },
  });
  const timed = new Proxy(database, {
    get: (target, key) => (key === '$client' ? pool : (Reflect.get(target, key) as unknown)),
  });
  return { database: timed, spentMs: () => spent };
}

/** The next value, which always grows, so that no work can be skipped. */
let best = 200_000;

async function rank(db: Database, size: Size): Promise<number> {
  best += 1;
  const now = new Date();
  const { workoutTypeId } = size;
  const workout = { sub: pickMember(size), workoutTypeId, gymId: 1, startedAt: now };
  return await db.transaction(async (tx) => {
    const startedAt = performance.now();
    await rankWorkouts(tx, [{ ...workout, maxHg: best, tfoHg: best }], now);
    return performance.now() - startedAt;
  });
}

async function compareGrowth(name: string, run: (size: Size) => Promise<number | void>) {
  console.log(`ranking: timing ${name}`);
  const [few, some, many] = await compareTimes(sizes.map((size) => () => run(size)));
  if (few === undefined || some === undefined || many === undefined) return [];
  const show = (which: keyof Timed) =>
    [few, some, many].map((timed) => timed[which].toFixed(2)).join(' → ');
  const of = `1,000 → 100,000 → 1,000,000 members: p50 ${show('p50')} ms, p99 ${show('p99')} ms`;
  return (['p50', 'p99'] as const).map((which) => ({
    name: `${name}, ${which} at 1,000,000 members (${of})`,
    value: many[which],
    limit: Number((few[which] * maxGrowth).toFixed(2)),
    unit: 'ms' as const,
  }));
}

function skipRedis(): Measurement[] {
  console.log(
    'ranking: not compared with Redis, there is none (Debian: apt-get install redis-server)',
  );
  return [];
}

async function compareWithRedis(path: string, db: Database, now: Date): Promise<Measurement[]> {
  const redis = await startRedis(path);
  try {
    for (const size of sizes) await fillSortedSet(redis, db, size, now);
    console.log('ranking: timing beside Redis');
    const measurements: Measurement[] = [];
    const timed = timeQueries(db);
    for (const size of sizes) {
      const key = String(size.workoutTypeId);
      const [ours, theirs] = await compareTimes([
        () => readOurs(timed, size, now),
        async () => {
          const [rankOf] = await redis.run([
            ['ZREVRANK', key, pickMember(size)],
            ['ZREVRANGE', key, '0', '99', 'WITHSCORES'],
          ]);
          if (typeof rankOf !== 'number') throw new Error('Redis does not know the member');
        },
      ]);
      if (ours === undefined || theirs === undefined) continue;
      measurements.push({
        name: `database time of the call, p50 at ${size.members} members (Redis ${theirs.p50.toFixed(2)} ms; p99 ${ours.p99.toFixed(2)}, Redis ${theirs.p99.toFixed(2)} ms)`,
        value: ours.p50,
        limit: Number((theirs.p50 * maxTimesRedis).toFixed(2)),
        unit: 'ms',
      });
    }
    return measurements;
  } finally {
    await redis.stop();
  }
}

/** Fills a sorted set with the same members and values. */
async function fillSortedSet(redis: Redis, db: Database, size: Size, now: Date): Promise<void> {
  const board = listBoards(size, now)[1];
  const { rows } = await db.$client.query<{ pairs: string[] }>(
    `select array_agg(value || ' ' || sub) as pairs from (
       select value, sub, row_number() over () / 1000 as part from ranking_entries where board = $1
     ) e group by part`,
    [board],
  );
  for (const { pairs } of rows) {
    await redis.run([['ZADD', String(size.workoutTypeId), ...pairs.flatMap((p) => p.split(' '))]]);
  }
}
