import { setTimeout as sleep } from 'node:timers/promises';
import {
  allMachinesTopic,
  machineTopic,
  memberLiveTopic,
} from '@tanren/contract/machines/machine-messages';
import { expect, onTestFinished, test } from 'vitest';
import { connectMqtt, startMosquitto } from '#test/support/broker.ts';
import { runWithRequestId } from '#http/log/request-context.ts';
import { connectBus, shareGroup } from './connect.ts';
import { createMachineSecret } from './machine-secret.ts';

const machine = { id: 12, ...createMachineSecret() };
const asMachine = { username: '12', password: machine.secret };
const workouts = allMachinesTopic('workouts');

function openBus(url: string) {
  const states: boolean[] = [];
  const bus = connectBus({ url, onState: (connected) => void states.push(connected) });
  onTestFinished(() => bus.close());
  return { bus, states };
}

async function connectedBus(url: string) {
  const { bus } = openBus(url);
  await expect.poll(() => bus.isConnected(), { timeout: 10_000 }).toBe(true);
  return bus;
}

test('delivers each message to exactly one of two nodes, and both work', async () => {
  const mosquitto = await startMosquitto([machine]);
  const taken: string[][] = [[], []];
  for (const list of taken) {
    const bus = await connectedBus(mosquitto.url);
    await bus.subscribeShared(workouts, 1, ({ payload }) => void list.push(payload.toString()));
  }
  const sender = await connectMqtt(`mqtt://127.0.0.1:${mosquitto.machinePort}`, asMachine);
  const sent = Array.from({ length: 100 }, (_, i) => String(i));
  for (const text of sent) {
    await sender.client.publishAsync(machineTopic(12, 'workouts'), text, { qos: 1 });
  }
  await expect.poll(() => taken.flat().length).toBe(100);
  await sleep(50);
  expect(taken.flat().toSorted()).toEqual(sent.toSorted());
  for (const list of taken) expect(list.length).toBeGreaterThan(0);
});

test('leaves the messages to the other node after a subscription ends', async () => {
  const mosquitto = await startMosquitto([machine]);
  const [first, second] = [await connectedBus(mosquitto.url), await connectedBus(mosquitto.url)];
  const taken: string[] = [];
  const end = await first.subscribeShared(workouts, 1, () => {
    taken.push('first');
  });
  await second.subscribeShared(workouts, 1, () => void taken.push('second'));
  await end();
  for (let i = 0; i < 4; i += 1) await first.publish(machineTopic(12, 'workouts'), {}, { qos: 1 });
  await expect.poll(() => taken).toEqual(['second', 'second', 'second', 'second']);
  expect(first.isConnected()).toBe(true);
});

test('delivers an unshared topic to every subscribed node', async () => {
  const mosquitto = await startMosquitto([]);
  const [first, second] = [await connectedBus(mosquitto.url), await connectedBus(mosquitto.url)];
  const topic = memberLiveTopic('11111111-1111-4111-8111-111111111111');
  const received: string[] = [];
  await first.subscribe(topic, ({ payload }) => void received.push(`first ${payload.toString()}`));
  const end = await second.subscribe(topic, ({ payload }) => {
    received.push(`second ${payload.toString()}`);
  });
  await second.publish(topic, { n: 1 }, { qos: 0 });
  await expect.poll(() => received.toSorted()).toEqual(['first {"n":1}', 'second {"n":1}']);
  await end();
  await second.publish(topic, { n: 2 }, { qos: 0 });
  await expect.poll(() => received.at(-1)).toBe('first {"n":2}');
  expect(received).toHaveLength(3);
});

test('a message names the request that caused it, if there is one', async () => {
  const mosquitto = await startMosquitto([machine]);
  const bus = await connectedBus(mosquitto.url);
  const listener = await connectMqtt(`mqtt://127.0.0.1:${mosquitto.machinePort}`, {
    ...asMachine,
    protocolVersion: 5,
  });
  const causes: unknown[] = [];
  listener.client.on('message', (_topic, _payload, { properties }) => {
    causes.push(properties?.userProperties?.['requestId']);
  });
  const topic = machineTopic(12, 'commands');
  await listener.subscribe(topic);
  await runWithRequestId('request-1', () => bus.publish(topic, {}, { qos: 1 }));
  await bus.publish(topic, {}, { qos: 1 });
  await expect.poll(() => causes).toEqual(['request-1', undefined]);
});

test('all clients reconnect after the broker restarts', async () => {
  const mosquitto = await startMosquitto([machine]);
  const { bus, states } = openBus(mosquitto.url);
  await expect.poll(() => bus.isConnected()).toBe(true);
  const received: string[] = [];
  await bus.subscribeShared(workouts, 1, ({ payload }) => void received.push(payload.toString()));
  await bus.subscribe('tanren/members/a/live', ({ topic }) => void received.push(topic));

  await mosquitto.kill();
  await expect.poll(() => bus.isConnected()).toBe(false);
  // The publishing connection may not have noticed the end yet. The message is rejected in either
  // case.
  await expect(bus.publish('tanren/machines/12/acks', {}, { qos: 1 })).rejects.toThrow(
    /not there|does not answer/,
  );
  await bus.publish('tanren/members/a/live', {}, { qos: 0 });
  await mosquitto.start();
  await expect.poll(() => bus.isConnected(), { timeout: 10_000 }).toBe(true);
  await bus.publish('tanren/members/a/live', {}, { qos: 0 });
  const sender = await connectMqtt(`mqtt://127.0.0.1:${mosquitto.machinePort}`, asMachine);
  await sender.client.publishAsync(machineTopic(12, 'workouts'), 'after', { qos: 1 });
  await expect.poll(() => received.toSorted()).toEqual(['after', 'tanren/members/a/live']);
  // Each change is reported once, however many connections there are.
  expect(states).toEqual([true, false, true]);
}, 30_000);

test('waits for a broker that starts later', async () => {
  const mosquitto = await startMosquitto([]);
  await mosquitto.kill();
  const { bus } = openBus(mosquitto.url);
  const received: string[] = [];
  await bus.subscribeShared('tanren/machines/+/live', 0, ({ topic }) => void received.push(topic));
  expect(bus.isConnected()).toBe(false);
  await expect(bus.subscribe('tanren/members/a/live', () => {})).rejects.toThrow(/not there/);
  await mosquitto.start();
  await expect.poll(() => bus.isConnected(), { timeout: 10_000 }).toBe(true);
  await bus.publish('tanren/machines/1/live', {}, { qos: 0 });
  await expect.poll(() => received).toEqual(['tanren/machines/1/live']);
}, 30_000);

test('retries a rejected account and never counts as connected', async () => {
  const mosquitto = await startMosquitto([]);
  const wrong = new URL(mosquitto.url);
  wrong.password = 'wrong';
  const { bus } = openBus(wrong.href);
  await bus.subscribeShared(workouts, 1, () => {});
  await sleep(1500);
  expect(bus.isConnected()).toBe(false);
}, 30_000);

test('takes no further message while a handler runs, and can still publish', async () => {
  const mosquitto = await startMosquitto([machine]);
  const bus = await connectedBus(mosquitto.url);
  let release = () => {};
  const blocked = new Promise<void>((resolve) => {
    release = resolve;
  });
  const taken: number[] = [];
  let concurrent = 0;
  let max = 0;
  await bus.subscribeShared(workouts, 1, async ({ payload }) => {
    concurrent += 1;
    max = Math.max(max, concurrent);
    await blocked;
    // The answer uses another connection. On the same one it would wait for ever.
    await bus.publish(machineTopic(12, 'acks'), { n: Number(payload) }, { qos: 1 });
    concurrent -= 1;
    taken.push(Number(payload));
  });
  const sender = await connectMqtt(`mqtt://127.0.0.1:${mosquitto.machinePort}`, asMachine);
  await sender.subscribe(machineTopic(12, 'acks'));
  const numbers = Array.from({ length: 50 }, (_, n) => n);
  for (const n of numbers) {
    sender.client.publish(machineTopic(12, 'workouts'), String(n), { qos: 1 });
  }
  await expect.poll(() => concurrent).toBe(1);
  await sleep(100);
  expect(taken).toEqual([]);
  release();
  await expect.poll(() => taken).toEqual(numbers);
  await expect.poll(() => sender.received).toHaveLength(50);
  expect(max).toBe(1);
}, 30_000);

test('a machine cannot guess the subscription group of the nodes', () => {
  const group = shareGroup('mqtt://tanren:secret@broker');
  expect(group).toMatch(/^tanren-[0-9a-f]{32}$/);
  expect(shareGroup('mqtts://tanren:secret@other:8883')).toBe(group);
  expect(shareGroup('mqtt://tanren:other@broker')).not.toBe(group);
  expect(shareGroup('mqtt://broker')).toBe('tanren');
});

test('live messages to a broker that died block nothing', async () => {
  const mosquitto = await startMosquitto([]);
  const bus = connectBus({ url: mosquitto.url, onState: () => undefined });
  await expect.poll(() => bus.isConnected()).toBe(true);
  // This is more than the sockets accept at once, so the rest waits for space that never comes.
  const large = { text: 'x'.repeat(200_000) };
  const sent = Array.from({ length: 200 }, () =>
    bus.publish('tanren/members/nobody/live', large, { qos: 0 }),
  );
  await mosquitto.kill();
  expect(await Promise.all(sent)).toHaveLength(200);
  await bus.close();
});
