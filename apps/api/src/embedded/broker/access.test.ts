import { setTimeout as sleep } from 'node:timers/promises';
import { gymTopic } from '@tanren/contract/booking/gym-messages';
import { expect, test } from 'vitest';
import {
  everyTopic,
  forbiddenPublications,
  forbiddenSubscriptions,
  me,
  myGym,
  otherGym,
  someMember,
} from '#test/support/machines/topic-access.ts';
import { connectMqtt, startTestBroker } from '#test/support/broker.ts';

const accounts = {
  signInMachine: async () => 'any secret',
  signInDoor: async () => 'any secret',
  redeemTicket: async () => ({ sub: someMember, signIn: null }),
};
const asMachine = { username: String(me), password: 'x' };
const asDoor = { username: 'door-12', password: 'x' };

test('delivers only acks and commands to a machine, whatever it subscribes to', async () => {
  const { broker, url, lines } = await startTestBroker(accounts, {
    rejectionsPerConnection: forbiddenSubscriptions.length + 1,
  });
  const machine = await connectMqtt(url, asMachine);
  const own = ['tanren/machines/12/acks', 'tanren/machines/12/commands'];
  expect(await machine.subscribe(...forbiddenSubscriptions)).toEqual(
    forbiddenSubscriptions.map(() => 128),
  );
  expect(lines.filter((line) => line.includes('mqtt refused'))).toHaveLength(
    forbiddenSubscriptions.length,
  );
  expect(await machine.subscribe(...own)).toEqual([1, 1]);
  for (const topic of everyTopic) await broker.bus.publish(topic, {}, { qos: 1 });
  await expect.poll(() => machine.received.length).toBe(2);
  await sleep(50);
  expect(machine.received.toSorted()).toEqual(own.map((topic) => `${topic} {}`));
});

test('lets a lock publish entries and receive their results, and nothing else', async () => {
  const { broker, url } = await startTestBroker(accounts, {
    rejectionsPerConnection: forbiddenSubscriptions.length + 1,
  });
  const received: string[] = [];
  await broker.bus.subscribeShared('tanren/gyms/+/door', 1, ({ topic }) => {
    received.push(topic);
  });
  const door = await connectMqtt(url, asDoor);
  const acks = gymTopic(myGym, 'door/acks');
  expect(await door.subscribe(...forbiddenSubscriptions)).toEqual(
    forbiddenSubscriptions.map((topic) => (topic === acks ? 1 : 128)),
  );
  await door.client.publishAsync(gymTopic(myGym, 'door'), '{}', { qos: 1 });
  await expect.poll(() => received).toEqual([gymTopic(myGym, 'door')]);
  for (const topic of everyTopic) await broker.bus.publish(topic, {}, { qos: 1 });
  await expect.poll(() => door.received).toEqual([`${acks} {}`]);
  door.client.publish(gymTopic(otherGym, 'door'), '{}');
  await door.closed;
});

test.each(forbiddenPublications)('disconnects a machine that publishes %s', async (topic) => {
  const { broker, url, lines } = await startTestBroker(accounts);
  const received: string[] = [];
  await broker.bus.subscribe(topic, (message) => void received.push(message.topic));
  const machine = await connectMqtt(url, asMachine);
  machine.client.publish(topic, 'a payload of the test');
  await machine.closed;
  expect(received).toEqual([]);
  expect(lines.join('\n')).toContain('"action":"publish"');
  expect(lines.join('\n')).not.toContain('a payload of the test');
});

test.each([
  { retain: true, qos: 1 },
  { retain: false, qos: 2 },
] as const)('rejects its own topic with %j', async (how) => {
  const { broker, url } = await startTestBroker(accounts);
  const received: string[] = [];
  await broker.bus.subscribe('#', ({ topic }) => void received.push(topic));
  const machine = await connectMqtt(url, asMachine);
  machine.client.publish('tanren/machines/12/status', '{}', how);
  await machine.closed;
  expect(received.filter((topic) => topic.startsWith('tanren/'))).toEqual([]);
});

test.each([
  ...forbiddenPublications.map((topic) => ({ topic, retain: false })),
  { topic: 'tanren/machines/12/status', retain: true },
])('rejects a last will for $topic (retained: $retain)', async ({ topic, retain }) => {
  const { url, lines } = await startTestBroker(accounts);
  const will = { topic, payload: Buffer.from('{}'), qos: 1, retain } as const;
  await expect(connectMqtt(url, { ...asMachine, will })).rejects.toThrow('refused');
  expect(lines.join('\n')).toContain('last will not allowed');
});

test('publishes the last will of a machine when its connection breaks', async () => {
  const { broker, url } = await startTestBroker(accounts);
  const received: string[] = [];
  await broker.bus.subscribeShared('tanren/machines/+/status', 1, ({ topic, payload }) => {
    received.push(`${topic} ${payload.toString()}`);
  });
  const topic = 'tanren/machines/12/status';
  const will = { topic, payload: Buffer.from('gone'), qos: 1, retain: false } as const;
  const machine = await connectMqtt(url, { ...asMachine, will });
  machine.client.stream.destroy();
  await expect.poll(() => received).toEqual([`${topic} gone`]);
});

test('disconnects a client that keeps trying forbidden topics', async () => {
  const { url } = await startTestBroker(accounts, { rejectionsPerConnection: 3 });
  const machine = await connectMqtt(url, asMachine);
  await machine.subscribe('a');
  await machine.subscribe('b');
  expect(machine.client.connected).toBe(true);
  machine.client.subscribe('c', () => {});
  await machine.closed;
});
