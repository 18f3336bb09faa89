import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { compareWorkouts } from '#testing/compare-workouts.ts';
import { embeddedUrl } from '#testing/embedded-url.ts';
import { startKillableDatabase } from '#testing/killable-database.ts';
import { killScopes, killServer } from '#testing/kill-server.ts';
import { type LinkedMachine, linkGym } from '#testing/linked-gym.ts';
import { startMosquitto } from '#testing/mosquitto.ts';
import { layCable } from '#testing/network-cable.ts';
import { type RunningServer, runServer } from '#testing/running-server.ts';
import { makeScratchFolder } from '#testing/scratch-folder.ts';
import { buildServerBundle } from '#testing/server-bundle.ts';
import {
  buildMachineBundle,
  type SimulatedMachines,
  simulateMachines,
} from '#testing/simulated-machines.ts';

const rounds = process.env['TEST_LONG'] ? 8 : 1;
const machineCount = 50;
/** Finished while something was down, so that its coming back has something to catch up with. */
const duringOutage = 10;

const [server, simulator] = await Promise.all([buildServerBundle(), buildMachineBundle()]);
afterAll(() => Promise.all([server.remove(), simulator.remove()]));

/** Everything the journals still hold reaches the server, by machines that no longer lift. */
async function sendTheRest(...gyms: SimulatedMachines[]): Promise<void> {
  for (const gym of gyms) {
    expect(await gym.stop()).toBe(0);
    gym.start('sending');
  }
  await vi.waitUntil(() => gyms.every((gym) => gym.isAnswered()), {
    timeout: 60_000,
    interval: 50,
  });
  for (const gym of gyms) await gym.stop();
}

async function withDatabase<T>(
  url: string,
  work: (db: ReturnType<typeof openDatabase>) => Promise<T>,
) {
  const db = openDatabase(url);
  try {
    return await work(db);
  } finally {
    await closeDatabase(db);
  }
}

test(
  `${machineCount} machines send while server, broker, database and gym are killed: each workout arrives once`,
  { timeout: 120_000 + rounds * 120_000 },
  async () => {
    const database = await startKillableDatabase();
    const machines = await withDatabase(database.url, (db) => linkGym(db, machineCount));
    const mosquitto = await startMosquitto(machines);
    const dataDir = path.join(await makeScratchFolder(), 'data-dir');
    const startServer = async (): Promise<RunningServer> => {
      const started = runServer(server.main, {
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        MQTT_URL: mosquitto.url,
        SEED: 'none',
        LOG_LEVEL: 'warn',
      });
      await started.ready;
      return started;
    };
    let running = await startServer();


    const gym = await simulateMachines(
      simulator.main,
      machines.slice(1),
      () => mosquitto.machinePort,
    );
    const cable = await layCable(() => mosquitto.machinePort);
    const cutOff = await simulateMachines(simulator.main, machines.slice(0, 1), () => cable.port);
    gym.start('lifting');
    cutOff.start('lifting');
    await Promise.all([gym.more('linked', machineCount - 1), cutOff.more('linked', 1)]);
    process.stderr.write('[' + new Date().toISOString() + '] step 2 ' + "await Promise.all([gym.more('linked', machineCount - 1), cutOff.more('linked', 1)]);" + ' f=' + gym.count('finished') + ' a=' + gym.count('acked') + ' d=' + gym.count('disconnected') + '\n');

    for (let round = 0; round < rounds; round += 1) {
      // One machine loses its network meanwhile, and goes on.
      cable.pull();
      const finishedApart = cutOff.count('finished');

      running.child.kill('SIGKILL');
      await running.exited;
    process.stderr.write('[' + new Date().toISOString() + '] step 3 ' + 'await running.exited;' + ' f=' + gym.count('finished') + ' a=' + gym.count('acked') + ' d=' + gym.count('disconnected') + '\n');
      await gym.more('finished', duringOutage);
    process.stderr.write('[' + new Date().toISOString() + '] step 4 ' + "await gym.more('finished', duringOutage);" + ' f=' + gym.count('finished') + ' a=' + gym.count('acked') + ' d=' + gym.count('disconnected') + '\n');
      running = await startServer();
    process.stderr.write('[' + new Date().toISOString() + '] step 5 ' + 'running = await startServer();' + ' f=' + gym.count('finished') + ' a=' + gym.count('acked') + ' d=' + gym.count('disconnected') + '\n');
      await gym.more('acked', duringOutage);
    process.stderr.write('[' + new Date().toISOString() + '] step 6 ' + "await gym.more('acked', duringOutage);" + ' f=' + gym.count('finished') + ' a=' + gym.count('acked') + ' d=' + gym.count('disconnected') + '\n');

      await mosquitto.kill();
    process.stderr.write('[' + new Date().toISOString() + '] step 7 ' + 'await mosquitto.kill();' + ' f=' + gym.count('finished') + ' a=' + gym.count('acked') + ' d=' + gym.count('disconnected') + '\n');
      await gym.more('finished', duringOutage);
    process.stderr.write('[' + new Date().toISOString() + '] step 8 ' + "await gym.more('finished', duringOutage);" + ' f=' + gym.count('finished') + ' a=' + gym.count('acked') + ' d=' + gym.count('disconnected') + '\n');
      await mosquitto.start();
    process.stderr.write('[' + new Date().toISOString() + '] step 9 ' + 'await mosquitto.start();' + ' f=' + gym.count('finished') + ' a=' + gym.count('acked') + ' d=' + gym.count('disconnected') + '\n');
      await gym.more('acked', duringOutage);
    process.stderr.write('[' + new Date().toISOString() + '] step 10 ' + "await gym.more('acked', duringOutage);" + ' f=' + gym.count('finished') + ' a=' + gym.count('acked') + ' d=' + gym.count('disconnected') + '\n');

      await database.kill();
    process.stderr.write('[' + new Date().toISOString() + '] step 11 ' + 'await database.kill();' + ' f=' + gym.count('finished') + ' a=' + gym.count('acked') + ' d=' + gym.count('disconnected') + '\n');
      await gym.more('finished', duringOutage);
    process.stderr.write('[' + new Date().toISOString() + '] step 12 ' + "await gym.more('finished', duringOutage);" + ' f=' + gym.count('finished') + ' a=' + gym.count('acked') + ' d=' + gym.count('disconnected') + '\n');
      await database.start();
    process.stderr.write('[' + new Date().toISOString() + '] step 13 ' + 'await database.start();' + ' f=' + gym.count('finished') + ' a=' + gym.count('acked') + ' d=' + gym.count('disconnected') + '\n');
      await gym.more('acked', duringOutage);
    process.stderr.write('[' + new Date().toISOString() + '] step 14 ' + "await gym.more('acked', duringOutage);" + ' f=' + gym.count('finished') + ' a=' + gym.count('acked') + ' d=' + gym.count('disconnected') + '\n');

      await gym.kill();
    process.stderr.write('[' + new Date().toISOString() + '] step 15 ' + 'await gym.kill();' + ' f=' + gym.count('finished') + ' a=' + gym.count('acked') + ' d=' + gym.count('disconnected') + '\n');
      gym.start('lifting');
      await gym.more('acked', duringOutage);
    process.stderr.write('[' + new Date().toISOString() + '] step 16 ' + "await gym.more('acked', duringOutage);" + ' f=' + gym.count('finished') + ' a=' + gym.count('acked') + ' d=' + gym.count('disconnected') + '\n');

      await vi.waitUntil(() => cutOff.count('finished') > finishedApart, { timeout: 60_000 });
    process.stderr.write('[' + new Date().toISOString() + '] step 17 ' + "await vi.waitUntil(() => cutOff.count('finished') > finishedApart, { timeout: 60_000 });" + ' f=' + gym.count('finished') + ' a=' + gym.count('acked') + ' d=' + gym.count('disconnected') + '\n');
      const ackedApart = cutOff.count('acked');
      cable.plugIn();
      await vi.waitUntil(() => cutOff.count('acked') > ackedApart, { timeout: 60_000 });
    process.stderr.write('[' + new Date().toISOString() + '] step 18 ' + "await vi.waitUntil(() => cutOff.count('acked') > ackedApart, { timeout: 60_000 });" + ' f=' + gym.count('finished') + ' a=' + gym.count('acked') + ' d=' + gym.count('disconnected') + '\n');
    }

    await sendTheRest(gym, cutOff);
    process.stderr.write('[' + new Date().toISOString() + '] step 19 ' + 'await sendTheRest(gym, cutOff);' + ' f=' + gym.count('finished') + ' a=' + gym.count('acked') + ' d=' + gym.count('disconnected') + '\n');
    const events = [...gym.events, ...cutOff.events];
    const result = await compareWorkouts(database.url, machines, events);
    expect(result.differences).toEqual([]);
    expect(result.stored).toBeGreaterThan(rounds * 4 * duringOutage);
    running.child.kill('SIGTERM');
    expect((await running.exited).code).toBe(0);
  },
);

test(
  'with the embedded broker and database, kill -9 of the program loses and doubles nothing',
  { timeout: 120_000 + rounds * 120_000 },
  async () => {
    const dataDir = path.join(await makeScratchFolder(), 'data-dir');
    const mqttPort = await findFreePort();
    const startServer = async (): Promise<RunningServer> => {
      const started = runServer(server.main, {
        DATA_DIR: dataDir,
        MQTT_PORT: String(mqttPort),
        SEED: 'none',
        LOG_LEVEL: 'warn',
      });
      await started.ready;
      return started;
    };
    let running = await startServer();

    const machines: LinkedMachine[] = await withDatabase(await embeddedUrl(dataDir), (db) =>
      linkGym(db, machineCount),
    );
    const gym = await simulateMachines(simulator.main, machines, () => mqttPort);
    gym.start('lifting');
    await gym.more('linked', machineCount);
    process.stderr.write('[' + new Date().toISOString() + '] step 21 ' + "await gym.more('linked', machineCount);" + ' f=' + gym.count('finished') + ' a=' + gym.count('acked') + ' d=' + gym.count('disconnected') + '\n');
    await gym.more('acked', 1);
    process.stderr.write('[' + new Date().toISOString() + '] step 22 ' + "await gym.more('acked', 1);" + ' f=' + gym.count('finished') + ' a=' + gym.count('acked') + ' d=' + gym.count('disconnected') + '\n');

    for (let round = 0; round < rounds; round += 1) {
      for (const scope of killScopes) {
        await killServer(running, dataDir, scope);
        await gym.more('finished', duringOutage);
    process.stderr.write('[' + new Date().toISOString() + '] step 23 ' + "await gym.more('finished', duringOutage);" + ' f=' + gym.count('finished') + ' a=' + gym.count('acked') + ' d=' + gym.count('disconnected') + '\n');
        running = await startServer();
    process.stderr.write('[' + new Date().toISOString() + '] step 24 ' + 'running = await startServer();' + ' f=' + gym.count('finished') + ' a=' + gym.count('acked') + ' d=' + gym.count('disconnected') + '\n');
        await gym.more('acked', duringOutage);
    process.stderr.write('[' + new Date().toISOString() + '] step 25 ' + "await gym.more('acked', duringOutage);" + ' f=' + gym.count('finished') + ' a=' + gym.count('acked') + ' d=' + gym.count('disconnected') + '\n');
      }
    }

    await sendTheRest(gym);
    process.stderr.write('[' + new Date().toISOString() + '] step 26 ' + 'await sendTheRest(gym);' + ' f=' + gym.count('finished') + ' a=' + gym.count('acked') + ' d=' + gym.count('disconnected') + '\n');
    const result = await compareWorkouts(await embeddedUrl(dataDir), machines, gym.events);
    expect(result.differences).toEqual([]);
    expect(result.stored).toBeGreaterThan(rounds * killScopes.length * duringOutage);
    running.child.kill('SIGTERM');
    expect((await running.exited).code).toBe(0);
  },
);

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
