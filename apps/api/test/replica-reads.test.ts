import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql as statement } from 'drizzle-orm';
import { expect, inject, onTestFinished, test } from 'vitest';
import { closeDatabase, defaultLimits, openDatabase } from '#db/database.ts';
import { openReplica } from '#db/replica.ts';
import { trainerViews } from '#db/schema/trainers.ts';
import { buildTestApp, silentLog } from './support/app.ts';
import {
  type DocumentedCall,
  listDocumentedCalls,
  sendDocumentedCall,
} from './support/contract/contract-calls.ts';
import { startReplicatedDatabase } from './support/database/replicated-database.ts';
import { replaceDatabase, sql } from './support/database.ts';
import { startStallingProxy } from './support/failures.ts';
import { addGym, openDaily } from './support/gyms/gyms.ts';
import { runServer } from './support/server/running-server.ts';
import { makeScratchFolder } from './support/server/scratch-folder.ts';
import { storeMenu } from './support/menus/menus.ts';
import { endTrainerLink, storeTrainerLink } from './support/trainers/trainers.ts';
import { addMember, createCall, modules, rateLimits } from './support/world.ts';
import { liftRanked } from './support/workouts/rankings.ts';
import { storeWorkout } from './support/workouts/workouts.ts';

const now = () => new Date('2026-04-10T03:00:00Z');
const ranking = '/workout-ranking/1/max';
const lifted = { startedAt: '2026-04-09T03:00:00Z', sets: [[400, 10]] } as const;

/** Starts a primary, its replica behind a line that can be cut, and a node that uses both. */
async function startPair() {
  const pair = await startReplicatedDatabase();
  const db = openDatabase(pair.primaryUrl);
  onTestFinished(() => closeDatabase(db));
  let target = pair.standbyUrl;
  const line = await startStallingProxy(() => Number(new URL(target).port));
  const url = new URL(pair.standbyUrl);
  url.port = String(line.port);
  const replica = openReplica(url.href, db, defaultLimits);
  onTestFinished(() => replica.close());
  const lines: string[] = [];
  const log = {
    ...silentLog,
    error: silentLog.error.bind(silentLog),
    warn: (about: { reason: string }) => void lines.push(about.reason),
    info: (text: string) => void lines.push(text),
  };
  onTestFinished(replica.watch(log));
  const app = await buildTestApp({ db, replica, now, modules, rateLimits });
  const call = createCall(app);
  const sub = await addMember(db, { rankingVisible: true });

  /** Reads the ranking like the member. Returns the best value on it. */
  const readBest = async (headers: Record<string, string> = {}): Promise<number | null> => {
    const page = await call<{ items: { value: number }[] }>(sub, 'GET', ranking, undefined, {
      headers,
    });
    expect(page.status).toBe(200);
    return page.body.items[0]?.value ?? null;
  };
  const lift = async (maxHg: number) =>
    await liftRanked(db, sub, { startedAt: '2026-04-09T03:00:00Z', maxHg }, now());
  const waitUntilUsed = async (isUsed: boolean) =>
    await expect.poll(replica.isUsed, { interval: 20 }).toBe(isUsed);
  const onStandby = replaceDatabase(pair.standbyAdminUrl, 'tanren');
  const standbyHas = async (table: string) =>
    await expect.poll(() => sql(onStandby, `select from ${table}`)).not.toEqual([]);
  const setReplay = async (change: 'pause' | 'resume') =>
    void (await sql(pair.standbyAdminUrl, `select pg_wal_replay_${change}()`));
  await lift(300);
  await waitUntilUsed(true);
  await expect.poll(() => readBest()).toBe(30);
  return {
    ...pair,
    /** Lets new connections reach the primary instead of the replica. */
    leadToPrimary: () => {
      target = pair.primaryUrl;
    },
    app,
    db,
    replica,
    line,
    lines,
    call,
    readBest,
    lift,
    waitUntilUsed,
    setReplay,
    standbyHas,
    onStandby,
  };
}

test('reads of rankings use the replica, and those of a browser that has just written the primary', async () => {
  const { replica, readBest, lift, setReplay } = await startPair();
  await setReplay('pause');
  await lift(500);
  const { primary } = replica.countReads();
  expect(await readBest()).toBe(30);
  expect(replica.countReads().primary).toBe(primary);

  expect(await readBest({ cookie: 'XSRF-TOKEN=x; read-primary=1' })).toBe(50);
});

test('passes over a replica that lags, and uses it again when it has caught up', async () => {
  const { replica, readBest, lift, waitUntilUsed, setReplay, lines } = await startPair();
  await setReplay('pause');
  await lift(500);
  await sleep(5500);
  // The limit counts for each read, also before the next check.
  expect(await readBest()).toBe(50);
  await waitUntilUsed(false);
  expect(replica.lagMs()).toBeGreaterThan(5000);
  expect(await readBest()).toBe(50);
  await setReplay('resume');
  await waitUntilUsed(true);
  await setReplay('pause');
  await lift(700);
  expect(await readBest()).toBe(50);
  expect(lines).toContain('it is more than 5 s behind the primary');
});

test('answers every read while the replica is killed, silent and back', async () => {
  const { readBest, waitUntilUsed, line, lines, replica, ...pair } = await startPair();
  const load = { isOver: false };
  const reading = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!load.isOver) {
        expect(await readBest()).toBe(30);
      }
    }),
  );
  await pair.killStandby();
  await waitUntilUsed(false);
  await pair.startStandby();
  await waitUntilUsed(true);
  line.stall();
  await waitUntilUsed(false);
  line.bypass();
  await waitUntilUsed(true);
  load.isOver = true;
  await reading;
  const [, gone, used, silent] = lines;
  expect(gone).toMatch(/^cannot use the database at 127\.0\.0\.1:\d+: .* \(DATABASE_READ_URL\)/);
  expect(used).toBe('the replica is used');
  expect(silent).toMatch(/^cannot use the database at 127\.0\.0\.1:\d+: it did not answer/);
  expect(replica.countReads().replica).toBeGreaterThan(0);
});

/**
 * Every call that reads from a replica. None of them decides there what the caller may do, and none
 * shows a member what a machine has just stored.
 */
const staleCalls = [
  'GET /my/export',
  'GET /my/workouts.csv',
  'GET /staff/gyms/:gymId/waits',
  'GET /trainer/members/:memberId/strength-calibration',
  'GET /trainer/members/:memberId/training-status',
  'GET /trainer/members/:memberId/workout-history/:workoutType',
  'GET /trainer/members/:memberId/workout-loads',
  'GET /trainer/members/:memberId/workout-strength/:workoutType',
  'GET /trainer/members/:memberId/workout-types',
  'GET /trainer/members/:memberId/workouts',
  'GET /trainer/members/:memberId/workouts/:workoutId',
  'GET /training-session-tags',
  'GET /training-sessions',
  'GET /workout-ranking/:workoutType/:rankingType',
];

const rank = ({ method }: DocumentedCall) => (method === 'GET' ? 0 : 1);

test('exactly these calls use the replica, and it can answer each of them', async () => {
  const { app, db, replica, standbyHas } = await startPair();
  const link = await storeTrainerLink(db);
  const workout = await storeWorkout(db, link.memberSub, lifted);
  const menu = await storeMenu(db, link.trainerSub, {
    visibility: 'private',
    forSub: link.memberSub,
  });
  const gym = await addGym(db, openDaily(0, 24));
  await standbyHas(`gyms where id = ${gym.id}`);
  const params = {
    memberId: link.id,
    workoutId: workout.id,
    workoutType: workout.workoutTypeId,
    rankingType: 'max',
    gymId: gym.id,
    trainingSessionId: menu.id,
  };
  const found: string[] = [];
  const calls = await listDocumentedCalls(app);
  // The other calls come last, because they delete what is read.
  for (const call of calls.toSorted((one, other) => rank(one) - rank(other))) {
    const { primary, ...before } = replica.countReads();
    await sendDocumentedCall(app, call, { as: `${link.trainerSub}/trainer/staff`, params });
    const after = replica.countReads();
    if (after.replica > before.replica) found.push(call.name);
    expect([call.name, after.primary]).toEqual([call.name, primary]);
  }
  expect(found.toSorted()).toEqual(staleCalls);
});

test('reads the history of a member from the replica for a trainer, whose link decides on the primary', async () => {
  const { db, replica, call, setReplay, standbyHas, onStandby } = await startPair();
  const link = await storeTrainerLink(db);
  await storeWorkout(db, link.memberSub, lifted);
  await standbyHas('workout_sets');
  await setReplay('pause');
  await storeWorkout(db, link.memberSub, { ...lifted, startedAt: '2026-04-10T02:00:00Z' });
  const url = `/trainer/members/${link.id}/workouts`;
  const read = async () =>
    await call<{ items?: unknown[] }>(`${link.trainerSub}/trainer`, 'GET', url);
  expect((await read()).body.items).toHaveLength(1);
  // The view is written on the primary.
  expect(await db.select().from(trainerViews)).toHaveLength(1);
  await endTrainerLink(db, link.id);
  expect(await sql(onStandby, 'select ended_at from trainer_links')).toEqual([{ ended_at: null }]);
  const { replica: before } = replica.countReads();
  expect(await read()).toMatchObject({ status: 404 });
  expect(replica.countReads().replica).toBe(before);
});

test('uses the replica while all connections with the primary are busy', async () => {
  const { db, replica, lines } = await startPair();
  const busy = await Promise.all(
    Array.from({ length: defaultLimits.poolSize }, () => db.$client.connect()),
  );
  await sleep(8000);
  expect(replica.isUsed()).toBe(true);
  expect(lines).toEqual(['the replica is used']);
  for (const client of busy) client.release();
});

test('checks each connection, because a proxy may lead it to another server', async () => {
  const { replica, leadToPrimary } = await startPair();
  leadToPrimary();
  const before = replica.countReads();
  const slow = statement`select pg_is_in_recovery() as "isReplica", pg_sleep(0.2)`;
  const answers = await Promise.all([1, 2, 3, 4].map(() => replica.db.execute(slow)));
  const onReplica = answers.filter(({ rows }) => rows[0]?.['isReplica'] === true).length;
  expect(onReplica).toBeLessThan(4);
  const after = replica.countReads();
  expect(after.replica - before.replica).toBe(onReplica);
  expect(after.primary - before.primary).toBe(4 - onReplica);
});

test('transactions use the primary, and so does a replica that has been promoted', async () => {
  const { replica, db, waitUntilUsed, lines, ...pair } = await startPair();
  const recovery = statement`select pg_is_in_recovery() as "isReplica"`;
  expect((await replica.db.execute(recovery)).rows).toEqual([{ isReplica: true }]);
  const within = await replica.db.transaction(async (tx) => await tx.execute(recovery));
  expect(within.rows).toEqual([{ isReplica: false }]);
  // No route writes through this handle. If one did, the primary would take the write.
  await replica.db.execute(statement`update gyms set name = name`);
  await pair.promoteStandby();
  await waitUntilUsed(false);
  expect(lines.at(-1)).toBe('the server of DATABASE_READ_URL is not a replica');
  expect((await replica.db.execute(statement`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  expect((await db.execute(recovery)).rows).toEqual([{ isReplica: false }]);
});

test('the program uses the replica of DATABASE_READ_URL, and says so', async () => {
  const { primaryUrl, standbyUrl } = await startReplicatedDatabase();
  const server = runServer(inject('programs').server.main, {
    DATABASE_URL: primaryUrl,
    DATABASE_READ_URL: standbyUrl,
    DATA_DIR: path.join(await makeScratchFolder(), 'data-dir'),
    METRICS_PORT: '0',
  });
  await server.ready;
  expect(server.output()).toContain(`, replica ${new URL(standbyUrl).host}\n`);
  const metrics = /metrics +(\S+)/.exec(server.output())?.[1] ?? '';
  const readMetrics = async () => await (await fetch(metrics)).text();
  await expect.poll(readMetrics).toMatch(/^tanren_replica_used 1$/m);
});
