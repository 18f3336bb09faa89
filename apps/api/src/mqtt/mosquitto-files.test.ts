import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  everyTopic,
  forbiddenPublications,
  forbiddenSubscriptions,
  me,
  myGym,
  other,
} from '#test/support/machines/topic-access.ts';
import { connectMqtt, startMosquitto } from '#test/support/broker.ts';
import { createMachineSecret } from './machine-secret.ts';

const secrets = [me, other].map((id) => ({ id, ...createMachineSecret() }));
const lock = createMachineSecret();
const [mine] = secrets;
const asMachine = { username: String(me), password: mine?.secret ?? '' };

/** Starts Mosquitto with the exported files, and a client with the server's account. */
async function start() {
  const { url, machinePort } = await startMosquitto(secrets, [{ gymId: myGym, ...lock }]);
  const account = new URL(url);
  const server = await connectMqtt(`mqtt://${account.host}`, {
    clientId: 'observer',
    username: account.username,
    password: decodeURIComponent(account.password),
  });
  return { server, machineUrl: `mqtt://127.0.0.1:${machinePort}` };
}

test('accepts only the secret that the registry hashed', async () => {
  const { machineUrl } = await start();
  await connectMqtt(machineUrl, asMachine);
  for (const password of ['', `${asMachine.password}x`, secrets[1]?.secret ?? '']) {
    await expect(connectMqtt(machineUrl, { ...asMachine, password })).rejects.toThrow('refused');
  }
  for (const username of ['14', '', 'tanren', 'member:x']) {
    await expect(connectMqtt(machineUrl, { ...asMachine, username })).rejects.toThrow('refused');
  }
});

test('delivers only acks and commands to a machine, whatever it subscribes to', async () => {
  const { server, machineUrl } = await start();
  const machine = await connectMqtt(machineUrl, asMachine);
  // Mosquitto accepts the subscriptions and does not deliver, so the test checks what arrives.
  await machine.subscribe(...forbiddenSubscriptions);
  for (const topic of everyTopic) await server.client.publishAsync(topic, '{}', { qos: 1 });
  await sleep(200);
  expect([...new Set(machine.received)].toSorted()).toEqual([
    'tanren/machines/12/acks {}',
    'tanren/machines/12/commands {}',
  ]);
});

test('lets a lock publish entries and receive their results, and nothing else', async () => {
  const { server, machineUrl } = await start();
  await server.subscribe('tanren/#');
  const door = await connectMqtt(machineUrl, { username: 'door-12', password: lock.secret });
  await door.subscribe(...forbiddenSubscriptions);
  const said = ['tanren/gyms/12/door/acks', 'tanren/gyms/12/board', 'tanren/gyms/13/door'];
  for (const topic of said) await door.client.publishAsync(topic, 'forbidden', { qos: 0 });
  await door.client.publishAsync('tanren/gyms/12/door', 'came', { qos: 1 });
  await expect.poll(() => server.received).toEqual(['tanren/gyms/12/door came']);
  for (const topic of everyTopic) await server.client.publishAsync(topic, '{}', { qos: 1 });
  await sleep(200);
  expect([...new Set(door.received)]).toEqual(['tanren/gyms/12/door/acks {}']);
});

test.each(forbiddenPublications)('a message of a machine on %s is not delivered', async (topic) => {
  const { server, machineUrl } = await start();
  // Mosquitto rejects a subscription to a topic that begins with $share.
  if (!topic.startsWith('$share')) await server.subscribe(topic);
  await server.subscribe('tanren/#', 'tanren/machines/12/status');
  const machine = await connectMqtt(machineUrl, asMachine);
  await machine.client.publishAsync(topic, 'forbidden', { qos: 0 });
  const again = await connectMqtt(machineUrl, asMachine);
  await again.client.publishAsync('tanren/machines/12/status', 'last', { qos: 1 });
  await expect.poll(() => server.received.join('\n')).toContain('last');
  expect(server.received.join('\n')).not.toContain('forbidden');
});

test('rejects retained messages, last wills for others and large packets', async () => {
  const { server, machineUrl } = await start();
  await server.subscribe('tanren/#');
  const retained = await connectMqtt(machineUrl, asMachine);
  retained.client.publish('tanren/machines/12/status', 'forbidden', { retain: true, qos: 1 });
  await retained.closed;
  const topic = 'tanren/machines/13/status';
  const will = { topic, payload: Buffer.from('forbidden'), qos: 1, retain: false } as const;
  const mortal = await connectMqtt(machineUrl, { ...asMachine, will }).catch(() => null);
  mortal?.client.stream.destroy();
  const large = await connectMqtt(machineUrl, asMachine);
  large.client.publish('tanren/machines/12/live', Buffer.alloc(600_000, 'forbidden'));
  await large.closed;
  await sleep(100);
  expect(server.received).toEqual([]);
});

test('no machine can take over the connection of another', async () => {
  const { machineUrl } = await start();
  const victim = await connectMqtt(machineUrl, {
    username: '13',
    password: secrets[1]?.secret ?? '',
  });
  await connectMqtt(machineUrl, { ...asMachine, clientId: '13' });
  await sleep(100);
  expect(victim.client.connected).toBe(true);
});
