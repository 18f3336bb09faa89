import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { enterPassword, readTokens } from '@tanren/user-pool/testing/pool-client';
import { testKeys } from '@tanren/user-pool/testing/test-keys';
import { expect, inject, test, vi } from 'vitest';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { tanrenConnections } from '#db/schema/machines.ts';
import { userInfos } from '#db/schema/members.ts';
import { demoPassword } from '@tanren/demo/members/demo-accounts';
import { createMachineSecret } from '#mqtt/machine-secret.ts';
import { startBalancer, startLoad } from './support/server/balancer.ts';
import { startMosquitto } from './support/broker.ts';
import { createEmptyDatabase, sql } from './support/database.ts';
import { buildRelease, findEarlierRelease } from './support/server/earlier-release.ts';
import { addMachine } from './support/machines/machines.ts';
import { compareWorkouts, simulateMachines } from './support/machines/machine-simulator.ts';
import { type RunningServer, runServer } from './support/server/running-server.ts';
import { makeScratchFolder } from './support/server/scratch-folder.ts';

const { server, machine: simulator } = inject('programs');
const machineCount = 10;
const workoutsEach = 50;
/** Four clients stay within the 300 calls a minute of one member. */
const pauseMs = 1200;

/** The broker knows the machines from the start, the database only after its migration. */
function planMachines() {
  return Array.from({ length: machineCount }, (_, index) => ({
    ...createMachineSecret(),
    id: 9001 + index,
    workoutTypeId: index + 1,
    connectionId: randomUUID(),
    sub: randomUUID(),
  }));
}

async function linkMachines(url: string, planned: ReturnType<typeof planMachines>) {
  const db = openDatabase(url);
  const now = new Date();
  for (const { id, secretHash, linkKey, workoutTypeId, connectionId, sub } of planned) {
    await addMachine(db, { id, secretHash, linkKey, workoutTypeId });
    await db.insert(userInfos).values({ sub, nickname: '会員', createdAt: now, updatedAt: now });
    const link = { machineId: id, sub, linkedAt: now, lastActiveAt: now, codeStep: 0 };
    await db.insert(tanrenConnections).values({ id: connectionId, ...link });
  }
  await closeDatabase(db);
}

/** Signs in once at each node: a member who only signs in is limited like a guesser. */
async function getToken(address: string): Promise<string> {
  const signedIn = await enterPassword(`${address}/cognito/`, 'demo@tanren.example', demoPassword);
  return readTokens(signedIn).IdToken;
}

/** Lists the calls of a member's pages. */
function listMemberCalls(token: string) {
  const init = { headers: { authorization: `Bearer ${token}` } };
  const paths = [
    '/api/userinfo',
    '/api/workouts',
    '/api/todays-menu',
    '/api/training-reservations/my',
    '/api/tanren-connection',
    '/api/informations',
  ];
  return paths.map((each) => ({ path: each, init }));
}

test(
  'the previous release and this one work on one database without failed calls or lost or duplicated workouts',
  { timeout: 900_000 },
  async () => {
    const before = await buildRelease(await findEarlierRelease());
    const url = await createEmptyDatabase();
    const machines = planMachines();
    const mosquitto = await startMosquitto(machines);
    const start = async (main: string) => {
      const node = runServer(main, {
        DATABASE_URL: url,
        MQTT_URL: mosquitto.url,
        PUBLIC_URL: 'http://localhost:3999',
        USER_POOL_KEYS: testKeys,
        USER_POOL_PASSWORD_AUTH: 'on',
        TRAINER_CODE_KEY: Buffer.alloc(32, 'roll-out').toString('base64url'),
        SEED: 'demo',
        DATA_DIR: path.join(await makeScratchFolder(), 'data-dir'),
      });
      return { ...node, address: await node.ready };
    };
    const old = await start(before);
    const oldCalls = listMemberCalls(await getToken(old.address));
    const alone = startLoad(old.address, 2, oldCalls, pauseMs);

    // The next release starts and migrates beside the running one, and both continue.
    const next = await start(server.main);
    const balancer = await startBalancer([old.address, next.address]);
    // Each node accepts the tokens of the other.
    const newCalls = listMemberCalls(await getToken(next.address));
    const both = startLoad(balancer.url, 2, [...oldCalls, ...newCalls], pauseMs);
    await linkMachines(url, machines);
    const gym = await simulateMachines(simulator.main, machines, () => mosquitto.machinePort);
    gym.start('lifting');
    await gym.more('acked', workoutsEach);
    await vi.waitUntil(
      () => [old, next].every(({ address }) => balancer.countAnswers(address) > 20),
      { timeout: 120_000 },
    );
    await Promise.all([alone.stop(), both.stop()]);
    expect([...alone.failures, ...both.failures]).toEqual([]);

    // The new release is faulty: the old one continues alone on the new schema.
    await stop(next);
    await gym.more('acked', workoutsEach);
    const fixed = await start(server.main);
    await stop(old);
    await gym.more('acked', workoutsEach);

    expect(await gym.stop()).toBe(0);
    gym.start('sending');
    await vi.waitUntil(() => gym.isAnswered(), { timeout: 60_000 });
    await gym.stop();
    const { differences, finished } = await compareWorkouts(url, machines, gym.events);
    // The demo world has workouts that no machine of this test has sent.
    expect(differences.filter((each) => !each.endsWith('stored by nobody'))).toEqual([]);
    const [stored] = await sql<{ n: number }>(
      url,
      'select count(*)::int as n from workouts where machine_id > 9000',
    );
    expect(stored?.n).toBe(finished);
    expect(finished).toBeGreaterThan(3 * workoutsEach);
    await stop(fixed);
  },
);

async function stop({ child, exited }: RunningServer): Promise<void> {
  child.kill('SIGTERM');
  expect((await exited).code).toBe(0);
}
