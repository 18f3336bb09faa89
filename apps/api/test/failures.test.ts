import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { expect, inject, test, vi } from 'vitest';
import { closeDatabase, openDatabase } from '#db/database.ts';
import {
  compareWorkouts,
  type SimulatedMachines,
  simulateMachines,
} from './support/machines/machine-simulator.ts';
import { embeddedUrl, type RunningServer, runServer } from './support/server/running-server.ts';
import {
  type KillScope,
  killScopes,
  killServer,
  startStallingProxy,
  startKillableDatabase,
} from './support/failures.ts';
import { type LinkedMachine, linkGym } from './support/machines/machines.ts';
import { startMosquitto } from './support/broker.ts';
import { makePreparedDataDir, makeScratchFolder } from './support/server/scratch-folder.ts';
import { bySize } from '#test/support/failures.ts';
import { findFreePort } from '#embedded/free-port.ts';

const rounds = bySize(1, 8);
const machineCount = bySize(4, 50);
/** Workouts that finish during an outage, which the server must catch up with afterwards. */
const duringOutage = bySize(2, 10);
/**
 * Processes that are killed together. The short run leaves every process out, because the test of the
 * machines kills its whole database.
 */
const scopes = bySize<readonly KillScope[]>(['program and postmaster'], killScopes);

const { server, machine: simulator } = inject('programs');

/** Stops the machines' workouts and waits until everything in their journals reaches the server. */
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
  { timeout: 300_000 + rounds * 120_000 },
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
        LOG_LEVEL: 'silent',
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
    const proxy = await startStallingProxy(() => mosquitto.machinePort);
    const cutOff = await simulateMachines(simulator.main, machines.slice(0, 1), () => proxy.port);
    gym.start('lifting');
    cutOff.start('lifting');
    await Promise.all([gym.more('linked', machineCount - 1), cutOff.more('linked', 1)]);

    for (let round = 0; round < rounds; round += 1) {
      // One machine loses its network meanwhile and continues.
      proxy.stall();
      const finishedApart = cutOff.count('finished');

      running.child.kill('SIGKILL');
      await running.exited;
      await gym.more('finished', duringOutage);
      running = await startServer();
      await gym.more('acked', duringOutage);

      await mosquitto.kill();
      await gym.more('finished', duringOutage);
      await mosquitto.start();
      await gym.more('acked', duringOutage);

      await database.kill();
      await gym.more('finished', duringOutage);
      await database.start();
      await gym.more('acked', duringOutage);

      await gym.kill();
      gym.start('lifting');
      await gym.more('acked', duringOutage);

      await vi.waitUntil(() => cutOff.count('finished') > finishedApart, { timeout: 60_000 });
      const ackedApart = cutOff.count('acked');
      proxy.resume();
      await vi.waitUntil(() => cutOff.count('acked') > ackedApart, { timeout: 60_000 });
    }

    await sendTheRest(gym, cutOff);
    const events = [...gym.events, ...cutOff.events];
    const result = await compareWorkouts(database.url, machines, events);
    expect(result.differences).toEqual([]);
    expect(result.stored).toBeGreaterThan(rounds * 4 * duringOutage);
    running.child.kill('SIGTERM');
    expect((await running.exited).code).toBe(0);
  },
);

test(
  'kill -9 of the program with embedded broker and database loses and duplicates nothing',
  { timeout: 300_000 + rounds * 120_000 },
  async () => {
    const dataDir = await makePreparedDataDir();
    const mqttPort = await findFreePort();
    const startServer = async (): Promise<RunningServer> => {
      const started = runServer(server.main, {
        DATA_DIR: dataDir,
        MQTT_PORT: String(mqttPort),
        SEED: 'none',
        LOG_LEVEL: 'silent',
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
    await gym.more('acked', 1);

    for (let round = 0; round < rounds; round += 1) {
      for (const scope of scopes) {
        await killServer(running, dataDir, scope);
        await gym.more('finished', duringOutage);
        running = await startServer();
        await gym.more('acked', duringOutage);
      }
    }

    await sendTheRest(gym);
    const databaseUrl = await embeddedUrl(dataDir);
    const result = await compareWorkouts(databaseUrl, machines, gym.events);
    expect(result.differences).toEqual([]);
    // The comparison would detect workouts of other members, and workouts without an event.
    const strangers = machines.map((machine) => ({ ...machine, sub: randomUUID() }));
    const wrong = await compareWorkouts(databaseUrl, strangers, gym.events);
    expect(wrong.differences).toHaveLength(result.finished);
    const unknown = await compareWorkouts(databaseUrl, machines, []);
    expect(unknown.differences).toHaveLength(result.stored);
    expect(result.stored).toBeGreaterThan(rounds * scopes.length * duringOutage);
    running.child.kill('SIGTERM');
    expect((await running.exited).code).toBe(0);
  },
);
