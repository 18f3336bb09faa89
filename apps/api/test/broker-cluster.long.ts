import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gymTopic } from '@tanren/contract/booking/gym-messages';
import { machineTopic } from '@tanren/contract/machines/machine-messages';
import { testKeys } from '@tanren/user-pool/testing/test-keys';
import { expect, inject, test, vi } from 'vitest';
import { renewDoorAccount } from '#modules/booking/door/door-accounts.ts';
import { addMachine, retireMachine } from '#modules/machines/machines.service.ts';
import { testTrainerCodeKey } from './support/app.ts';
import { connectMqtt } from './support/broker.ts';
import { startBrokerCluster } from './support/broker-cluster.ts';
import { createTestDatabase } from './support/database.ts';
import { compareWorkouts, simulateMachines } from './support/machines/machine-simulator.ts';
import { linkGym } from './support/machines/machines.ts';
import {
  forbiddenPublications,
  forbiddenSubscriptions,
  me,
  other,
} from './support/machines/topic-access.ts';
import { runServer } from './support/server/running-server.ts';
import { makeScratchFolder } from './support/server/scratch-folder.ts';

const kills = 6;
const machineCount = 50;
const longestOutageMs = 3000;
/** Factor by which the simulated machines lift faster, as in `kill-storm.long.ts`. */
const liftingSpeed = 60;

const [ofRules, ofStorm] = [await createTestDatabase(), await createTestDatabase()];
const { server, machine: simulator } = inject('programs');
const waiting = { timeout: 120_000, interval: 50 };

type Cluster = Awaited<ReturnType<typeof startBrokerCluster>>;

/** Starts two nodes, and waits until they are connected to the cluster. */
async function startNodes(cluster: Cluster, databaseUrl: string) {
  const nodes = await Promise.all(
    cluster.nodeSettings.map(async (settings) =>
      runServer(server.main, {
        ...settings,
        DATABASE_URL: databaseUrl,
        USER_POOL_KEYS: testKeys,
        TRAINER_CODE_KEY: testTrainerCodeKey.toString('base64url'),
        DATA_DIR: path.join(await makeScratchFolder(), 'data-dir'),
      }),
    ),
  );
  for (const node of nodes) {
    const address = await node.ready;
    await vi
      .waitUntil(async () => {
        const answer = await fetch(`${address}/readyz`);
        return ((await answer.json()) as { parts: { broker: { ok: boolean } } }).parts.broker.ok;
      }, waiting)
      .catch(() => {
        throw new Error(`the node is not connected: ${node.output()}`);
      });
    expect(node.output().match(/every node handles every message/g)).toHaveLength(1);
  }
  return nodes;
}

test(
  'the brokers ask the nodes: every client has the rules of the embedded broker',
  { timeout: 600_000 },
  async () => {
    const { db, programUrl } = ofRules;
    const cluster = await startBrokerCluster();
    await startNodes(cluster, programUrl);
    const machines = await linkGym(db, other);
    const [mine, his] = [me, other].map((id) => machines.find((machine) => machine.id === id));
    const ca = await readFile(cluster.ca);
    const urlOf = (port: number) => `mqtts://127.0.0.1:${port}`;
    const url = urlOf(cluster.port);
    const account = new URL(cluster.nodeSettings[0]?.['MQTT_URL'] ?? '');
    const asServer = { username: account.username, password: account.password, ca };
    const asMachine = { username: String(me), password: mine?.secret ?? '', ca };
    const [first, , last] = cluster.brokers;

    // The observer and the machine use different brokers.
    const observer = await connectMqtt(urlOf(last?.port ?? 0), {
      ...asServer,
      clientId: 'observer',
    });
    await observer.subscribe('tanren/#');
    const machine = await connectMqtt(urlOf(first?.port ?? 0), asMachine);
    expect(await machine.subscribe(`tanren/machines/${me}/acks`)).toEqual([1]);
    await machine.client.publishAsync(machineTopic(me, 'live'), 'mine', { qos: 1 });
    await observer.client.publishAsync(machineTopic(me, 'acks'), 'yours', { qos: 1 });
    await expect.poll(() => observer.received).toContain(`${machineTopic(me, 'live')} mine`);
    await expect.poll(() => machine.received).toEqual([`${machineTopic(me, 'acks')} yours`]);

    for (const refused of [
      { ...asMachine, password: `${asMachine.password}x` },
      { ...asMachine, password: his?.secret ?? '' },
      { ...asMachine, password: '' },
      { ...asMachine, clientId: String(other) },
      { ...asMachine, username: String(other) },
      { ...asMachine, username: String(other + 1), clientId: String(other + 1) },
      { ...asServer, password: 'wrong', clientId: 'node' },
      { username: 'guest', password: 'guest', ca },
    ]) {
      await expect(connectMqtt(url, refused)).rejects.toThrow('refused');
    }
    expect(machine.client.connected).toBe(true);

    for (const topic of forbiddenSubscriptions) {
      const curious = await connectMqtt(url, asMachine);
      const granted = await Promise.race([
        curious.subscribe(topic).catch(() => [128]),
        curious.closed.then(() => [128]),
      ]);
      expect(granted, `subscription to ${topic}`).toEqual([128]);
      curious.client.end(true);
    }
    for (const topic of forbiddenPublications) {
      const liar = await connectMqtt(url, asMachine);
      liar.client.publish(topic, 'forbidden');
      await liar.closed;
    }
    const topic = machineTopic(other, 'status');
    const will = { topic, payload: Buffer.from('forbidden'), qos: 1, retain: false } as const;
    const mortal = await connectMqtt(url, { ...asMachine, will });
    mortal.client.stream.destroy();

    const secret = await renewDoorAccount(db, 1, new Date());
    const asLock = { username: 'door-1', password: secret, ca };
    const lock = await connectMqtt(url, asLock);
    expect(await lock.subscribe(gymTopic(1, 'door/acks'))).toEqual([1]);
    await lock.client.publishAsync(gymTopic(1, 'door'), 'came', { qos: 1 });
    await expect.poll(() => observer.received).toContain('tanren/gyms/1/door came');
    lock.client.publish(gymTopic(2, 'door'), 'forbidden');
    await lock.closed;

    // Neither a file nor a broker changes when a machine is added or retired.
    const added = await addMachine(db, { gymId: 1, workoutTypeId: 1 }, new Date());
    const asAdded = { username: String(added.machine.id), password: added.secret, ca };
    const newcomer = await connectMqtt(url, asAdded);
    await retireMachine(db, added.machine.id, new Date());
    await expect(connectMqtt(url, asAdded)).rejects.toThrow('refused');
    // A client with the same id ends the connection, on whichever broker it is.
    await connectMqtt(url, { ...asServer, clientId: asAdded.username });
    await newcomer.closed;

    await sleep(500);
    expect(observer.received.filter((line) => line.includes('forbidden'))).toEqual([]);
  },
);

test(
  `${kills} kills of brokers in a cluster while ${machineCount} machines train: nothing is lost or doubled`,
  { timeout: 900_000 + kills * 120_000 },
  async () => {
    const { db, url, programUrl } = ofStorm;
    const cluster = await startBrokerCluster();
    const nodes = await startNodes(cluster, programUrl);
    const machines = await linkGym(db, machineCount);
    const gym = await simulateMachines(simulator.main, machines, () => cluster.port, cluster.ca);
    gym.start('lifting', liftingSpeed);
    await gym.more('acked', machineCount);

    const goesOn = async (what: string) => {
      const before = gym.count('acked');
      await vi
        .waitUntil(() => gym.count('acked') >= before + machineCount, waiting)
        .catch(() => {
          throw new Error(`nothing goes on: ${what}`);
        });
    };
    for (let kill = 0; kill < kills; kill += 1) {
      const broker = cluster.brokers[kill % cluster.brokers.length];
      await broker?.kill();
      await goesOn(`${broker?.name} was killed`);
      await sleep(Math.random() * longestOutageMs);
      await broker?.start();
      await goesOn(`${broker?.name} was started again`);
    }
    const [frozen] = cluster.brokers;
    frozen?.freeze();
    await goesOn('a broker is frozen');
    frozen?.thaw();
    await goesOn('a broker goes on after it was frozen');

    expect(await gym.stop()).toBe(0);
    gym.start('sending');
    await vi.waitUntil(() => gym.isAnswered(), waiting);
    await gym.stop();
    const { stored, finished, differences } = await compareWorkouts(url, machines, gym.events);
    expect(differences).toEqual([]);
    expect(stored).toBeGreaterThan(kills * machineCount);
    expect(finished).toBeGreaterThan(0);
    for (const { child, exited } of nodes) {
      child.kill('SIGTERM');
      expect((await exited).code).toBe(0);
    }
  },
);
