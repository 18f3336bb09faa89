import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { startBalancer } from './support/server/balancer.ts';
import { startBookingMembers } from './support/booking/booking-members.ts';
import { startMosquitto } from './support/broker.ts';
import { sql } from './support/database.ts';
import { startKillableDatabase } from './support/failures.ts';
import { compareWorkouts, simulateMachines } from './support/machines/machine-simulator.ts';
import { linkGym } from './support/machines/machines.ts';
import { type RunningServer, runServer } from './support/server/running-server.ts';
import { makeScratchFolder } from './support/server/scratch-folder.ts';
import { startTokenIssuer } from './support/identity/token-issuer.ts';
import { findFreePort } from '#embedded/free-port.ts';

const kills = 200;
const machineCount = 50;
const memberCount = 100;
const nodeCount = 3;
const longestOutageMs = 3000;
/** Slower than machines could be, so that members' calls get processor time on two cores. */
const liftingSpeed = 60;
/** Number of rounds after which two parts are killed at once. */
const twoAtOnceEvery = 5;

const { server, machine: simulator } = inject('programs');

/** A part that is killed, like a pulled plug, and started again. */
interface Part {
  readonly name: string;
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
}

/** Starts a node on a port that stays the same when it is started again. */
async function startNode(
  n: number,
  settings: Readonly<Record<string, string>>,
): Promise<Part & { readonly address: string; readonly stop: () => Promise<number | null> }> {
  const port = await findFreePort();
  const dataDir = path.join(await makeScratchFolder(), 'data-dir');
  let running: RunningServer;
  const start = async () => {
    running = runServer(server.main, {
      ...settings,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'silent',
    });
    await running.ready;
  };
  await start();
  return {
    name: `node ${n}`,
    address: `http://localhost:${port}`,
    kill: async () => {
      running.child.kill('SIGKILL');
      await running.exited;
    },
    start,
    stop: async () => {
      running.child.kill('SIGTERM');
      return (await running.exited).code;
    },
  };
}

test(
  `${kills} kills of nodes, broker and database while ${machineCount} machines train and ${memberCount} members book: nothing is lost, duplicated or blocked`,
  { timeout: 300_000 + kills * 60_000 },
  async () => {
    const database = await startKillableDatabase();
    const db = openDatabase(database.url);
    onTestFinished(() => closeDatabase(db));
    const machines = await linkGym(db, machineCount);
    const mosquitto = await startMosquitto(machines);
    const issuer = await startTokenIssuer();
    const settings = {
      ...issuer.settings,
      DATABASE_URL: database.url,
      MQTT_URL: mosquitto.url,
      TRAINER_CODE_KEY: randomBytes(32).toString('base64url'),
      // The nodes are killed, so they need no time to drain.
      DRAIN_SECONDS: '0',
    };
    const nodes = [];
    for (let n = 1; n <= nodeCount; n += 1) nodes.push(await startNode(n, settings));
    const balancer = await startBalancer(nodes.map(({ address }) => address));
    // This is the order of the restarts: a node does not start without its database.
    const parts: readonly Part[] = [
      { name: 'database', ...database },
      { name: 'broker', ...mosquitto },
      ...nodes,
    ];

    const gym = await simulateMachines(simulator.main, machines, () => mosquitto.machinePort);
    gym.start('lifting', liftingSpeed);
    await gym.more('linked', machineCount);
    const members = await startBookingMembers(db, {
      url: balancer.url,
      count: memberCount,
      issue: issuer.issue,
    });

    let killed = 0;
    for (let round = 1; killed < kills; round += 1) {
      // The first part rotates, so that all of them get their share. The second is random.
      const first = parts[(round - 1) % parts.length];
      const second = parts[Math.floor(Math.random() * parts.length)];
      const down = parts.filter(
        (part) => part === first || (part === second && round % twoAtOnceEvery === 0),
      );
      const before = { acks: gym.count('acked'), bookings: members.acknowledged() };
      await Promise.all(down.map(({ kill }) => kill()));
      killed += down.length;
      await sleep(Math.random() * longestOutageMs);
      for (const { start } of down) await start();
      const names = down.map(({ name }) => name).join(' and ');
      await vi
        .waitUntil(
          () => gym.count('acked') > before.acks && members.acknowledged() > before.bookings,
          { timeout: 60_000, interval: 50 },
        )
        .catch(() => {
          throw new Error(`round ${round}: nothing goes on after a kill of ${names}`);
        });
      expect(members.violations, `round ${round}, after a kill of ${names}`).toEqual([]);
    }

    await members.stop();
    expect(await gym.stop()).toBe(0);
    gym.start('sending');
    await vi.waitUntil(() => gym.isAnswered(), { timeout: 120_000, interval: 50 });
    await gym.stop();

    expect(members.violations).toEqual([]);
    expect(await members.compare(database.url)).toEqual([]);
    const workouts = await compareWorkouts(database.url, machines, gym.events);
    expect(workouts.differences).toEqual([]);
    expect(workouts.stored).toBeGreaterThan(kills);
    expect(members.acknowledged()).toBeGreaterThan(kills);
    const codes = await Promise.all(nodes.map(async (node) => await node.stop()));
    expect(codes).toEqual(nodes.map(() => 0));
    // The comparison would detect missing reservations.
    await sql(database.url, 'delete from training_reservations where id % 2 = 0');
    expect((await members.compare(database.url)).length).toBeGreaterThan(0);
  },
);
