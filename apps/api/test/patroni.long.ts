import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { migrationsFolder } from '#config/paths.ts';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { rushSeats, startBookingMembers } from './support/booking/booking-members.ts';
import { startMosquitto } from './support/broker.ts';
import { replaceDatabase, sql } from './support/database.ts';
import { type Part, startPatroniCluster } from './support/database/patroni-cluster.ts';
import { startTokenIssuer } from './support/identity/token-issuer.ts';
import { compareWorkouts, simulateMachines } from './support/machines/machine-simulator.ts';
import { linkGym } from './support/machines/machines.ts';
import { startBalancer } from './support/server/balancer.ts';
import { runServer } from './support/server/running-server.ts';
import { makeScratchFolder } from './support/server/scratch-folder.ts';

const { server, machine: simulator } = inject('programs');
const memberCount = 40;
const machineCount = 10;
/** Time that the load runs on after each kill, so that a frozen leader wakes up under load. */
const roundMs = 20_000;
/** Maximum time without an accepted write. */
const maxGapMs = 15_000;

const kills: readonly { name: string; parts: readonly Part[]; signal: 'SIGKILL' | 'SIGSTOP' }[] = [
  { name: 'PostgreSQL killed', parts: ['postgres'], signal: 'SIGKILL' },
  { name: 'PostgreSQL frozen', parts: ['postgres'], signal: 'SIGSTOP' },
  { name: 'Patroni and PostgreSQL killed', parts: ['patroni', 'postgres'], signal: 'SIGKILL' },
  { name: 'server frozen', parts: ['etcd', 'patroni', 'postgres'], signal: 'SIGSTOP' },
  { name: 'server killed', parts: ['etcd', 'patroni', 'postgres'], signal: 'SIGKILL' },
];

/** Measures the longest time in which a counter does not grow. */
function watchGaps(count: () => number) {
  let [last, lastAt, longestMs] = [count(), performance.now(), 0];
  const look = () => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - lastAt);
    if (count() === last) return;
    [last, lastAt] = [count(), now];
  };
  const timer = setInterval(look, 20);
  onTestFinished(() => clearInterval(timer));
  return () => {
    look();
    const longest = longestMs;
    longestMs = 0;
    return longest;
  };
}

test(
  `the leader is lost ${kills.length} times while ${machineCount} machines train and ${memberCount} members book: writes go on within ${maxGapMs / 1000} s, and none is lost, doubled or over capacity`,
  { timeout: 900_000, retry: 0 },
  async () => {
    const cluster = await startPatroniCluster();
    const urlOf = (user: string, port = '5432') => {
      const url = new URL(replaceDatabase(cluster.adminUrl, 'tanren'));
      [url.username, url.password, url.port] = [user, user, port];
      return url.href;
    };
    const owner = urlOf('tanren_owner');
    const program = urlOf('tanren_program');
    await sql(cluster.adminUrl, `create role tanren_owner login password 'tanren_owner'`);
    await sql(cluster.adminUrl, `create role tanren_program login password 'tanren_program'`);
    await sql(cluster.adminUrl, 'create database tanren owner tanren_owner');
    await migrateDatabase(owner, migrationsFolder, 'tanren_program');
    const db = openDatabase(owner);
    onTestFinished(() => closeDatabase(db));

    const machines = await linkGym(db, machineCount);
    const mosquitto = await startMosquitto(machines);
    const issuer = await startTokenIssuer();
    const startNode = async (url: string) =>
      await runServer(server.main, {
        ...issuer.settings,
        DATABASE_URL: url,
        DATA_DIR: path.join(await makeScratchFolder(), 'data-dir'),
        MQTT_URL: mosquitto.url,
        TRAINER_CODE_KEY: key,
        LOG_LEVEL: 'silent',
      }).ready;
    const key = randomBytes(32).toString('base64url');
    const poolerPort = await cluster.startPooler('tanren_program', 'tanren_program');
    const balancer = await startBalancer([
      await startNode(program),
      await startNode(urlOf('tanren_program', String(poolerPort))),
    ]);
    const gym = await simulateMachines(simulator.main, machines, () => mosquitto.machinePort);
    gym.start('lifting', 60);
    await gym.more('linked', machineCount);
    const members = await startBookingMembers(db, {
      url: balancer.url,
      count: memberCount,
      issue: issuer.issue,
      rushes: kills.length,
    });
    const readGap = watchGaps(members.acknowledged);

    const rows: string[] = [];
    const countAcks = () => members.acknowledged() + gym.count('acked');
    const watchRound = async (name: string, lose: () => Promise<() => Promise<void>>) => {
      await sleep(3000);
      readGap();
      const before = countAcks();
      const repair = await lose();
      await sleep(roundMs);
      await repair();
      await cluster.waitUntilComplete();
      await sleep(3000);
      const gapMs = readGap();
      rows.push(`${name}: ${(gapMs / 1000).toFixed(1)} s, ${countAcks() - before} acknowledged`);
      expect.soft(gapMs, name).toBeLessThan(maxGapMs);
      expect.soft(members.violations, name).toEqual([]);
    };

    for (const { name, parts, signal } of kills) {
      await watchRound(name, async () => {
        const lost = await cluster.hitLeader(parts, signal);
        const seats = members.rush();
        return async () => {
          expect.soft(await seats, name).toBe(rushSeats);
          expect.soft(await cluster.findLeader(), name).not.toBe(lost);
          await cluster.repair(lost);
        };
      });
    }
    await watchRound('planned switch-over', async () => {
      const before = await cluster.findLeader();
      await cluster.patronictl('switchover --force');
      return async () => expect.soft(await cluster.findLeader()).not.toBe(before);
    });

    await members.stop();
    expect(await gym.stop()).toBe(0);
    gym.start('sending');
    await vi.waitUntil(() => gym.isAnswered(), { timeout: 120_000, interval: 50 });
    await gym.stop();
    const bookings = await members.compare(owner);
    const workouts = await compareWorkouts(owner, machines, gym.events);
    const overbooked = await sql(
      owner,
      `select g.id, starts_at, count(*) from training_reservations r join gyms g on g.id = gym_id
       where cancelled_at is null group by g.id, starts_at, g.capacity
       having count(*) > g.capacity`,
    );
    rows.push(`${members.acknowledged()} bookings and cancellations, ${workouts.stored} workouts`);
    process.stdout.write(`${rows.join('\n')}\n`);
    expect({ bookings, workouts: workouts.differences, overbooked }).toEqual({
      bookings: [],
      workouts: [],
      overbooked: [],
    });
    expect(workouts.stored).toBeGreaterThan(0);
    // The comparison would detect missing reservations.
    await sql(owner, 'delete from training_reservations where id % 2 = 0');
    expect((await members.compare(owner)).length).toBeGreaterThan(0);
  },
);
