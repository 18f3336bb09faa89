import { expect, test } from 'vitest';
import {
  everyTopic,
  forbiddenPublications,
  forbiddenSubscriptions,
  me,
  myGym,
} from '#test/support/machines/topic-access.ts';
import { type ClientIdentity, isAllowed, mayPublish } from './access-rules.ts';
import { createBrokerAccess, type QuestionFields } from './broker-access.ts';

const server = { username: 'tanren', password: 'a password of the test' };
const decide = createBrokerAccess({
  server,
  accounts: {
    signInMachine: async (id, password) =>
      id === me && password.toString() === 'machine' ? 'hash' : null,
    signInDoor: async (id, password) =>
      id === myGym && password.toString() === 'lock' ? 'hash' : null,
  },
});

const clients: readonly (readonly [username: string, ClientIdentity])[] = [
  [String(me), { kind: 'machine', machineId: me }],
  [`door-${myGym}`, { kind: 'door', gymId: myGym }],
  [server.username, { kind: 'server' }],
];
const topics = [
  ...new Set([...everyTopic, ...forbiddenPublications, ...forbiddenSubscriptions, 'tanren.x/y']),
];

/** Returns a question of RabbitMQ: its `*` is the `+` of MQTT, and dots separate the levels. */
const asRabbit = (permission: 'read' | 'write', topic: string): QuestionFields => ({
  vhost: '/',
  resource: 'topic',
  name: 'amq.topic',
  permission,
  tags: '',
  routing_key: topic.replaceAll('/', '.').replaceAll('+', '*'),
});
const asEmqx = (action: 'subscribe' | 'publish', topic: string): QuestionFields => ({
  action,
  topic,
  qos: '1',
  retain: 'false',
});

test.each(clients)(
  '%s gets the rules of the embedded broker for every topic',
  async (username, client) => {
    const listAllowed = async (ask: (topic: string) => QuestionFields) => {
      const answers = await Promise.all(
        topics.map(async (topic) => await decide('topic', { username, ...ask(topic) })),
      );
      return topics.filter((_topic, at) => answers[at]);
    };
    const heard = topics.filter((topic) => isAllowed(client, 'subscribe', topic));
    const said = topics.filter((topic) => mayPublish(client, { topic, qos: 1, retain: false }));
    expect(heard.length).toBeGreaterThan(0);
    expect(await listAllowed((topic) => asEmqx('subscribe', topic))).toEqual(heard);
    expect(await listAllowed((topic) => asEmqx('publish', topic))).toEqual(said);
    expect(await listAllowed((topic) => asRabbit('read', topic))).toEqual(heard);
    expect(await listAllowed((topic) => asRabbit('write', topic))).toEqual(said);
  },
);

test('rejects retained messages, QoS 2 and unknown questions about topics', async () => {
  const own = { username: String(me), ...asEmqx('publish', `tanren/machines/${me}/status`) };
  expect(await decide('topic', own)).toBe(true);
  expect(await decide('topic', { ...own, retain: 'true' })).toBe(false);
  expect(await decide('topic', { ...own, qos: '2' })).toBe(false);
  expect(await decide('topic', { ...own, qos: 'x' })).toBe(false);
  expect(await decide('topic', { ...own, action: 'all' })).toBe(false);
  expect(await decide('topic', { ...own, topic: undefined })).toBe(false);
});

test('accepts a secret only with its own client id', async () => {
  const signIn = async (fields: QuestionFields) => await decide('user', fields);
  const machine = { username: '12', password: 'machine' };
  const lock = { username: 'door-12', password: 'lock' };
  expect(await signIn({ ...machine, client_id: '12' })).toBe(true);
  expect(await signIn({ ...machine, clientid: '12' })).toBe(true);
  expect(await signIn({ ...lock, client_id: 'door-12' })).toBe(true);
  expect(await signIn({ ...server, client_id: 'tanren-any' })).toBe(true);
  for (const fields of [
    machine,
    { ...machine, client_id: '13' },
    { ...machine, client_id: 'door-12' },
    { ...machine, client_id: '12', password: 'wrong' },
    { ...machine, client_id: '12', password: '' },
    { ...lock, client_id: 'door-13' },
    { ...lock, client_id: 'door-12', password: 'machine' },
    { ...server, password: 'machine' },
    { ...server, password: '' },
    { username: 'guest', password: 'guest', client_id: 'guest' },
    { username: `recorder-${me}`, password: 'machine', client_id: `recorder-${me}` },
    { username: '', password: '' },
    {},
  ]) {
    expect(await signIn(fields), `sign-in of ${JSON.stringify(fields)}`).toBe(false);
  }
});

test('lets a device use only its own queues and the exchange of MQTT', async () => {
  const own = `mqtt-subscription-${me}qos1`;
  const ask = async (resource: string, name: string, permission: string) =>
    await decide('resource', { username: String(me), vhost: '/', resource, name, permission });
  for (const permission of ['configure', 'read', 'write']) {
    expect(await ask('queue', own, permission)).toBe(true);
    expect(await ask('queue', 'mqtt-subscription-13qos1', permission)).toBe(false);
    expect(await ask('queue', `${own}x`, permission)).toBe(false);
    expect(await ask('queue', 'x', permission)).toBe(false);
    expect(await ask('exchange', 'amq.topic', permission)).toBe(permission !== 'configure');
    expect(await ask('exchange', 'amq.fanout', permission)).toBe(false);
  }
  expect(await decide('vhost', { username: String(me), vhost: '/' })).toBe(true);
  expect(await decide('vhost', { username: 'guest', vhost: '/' })).toBe(false);
});

test('checks a few sign-ins at once, the others in their order, and rejects when too many wait', async () => {
  let running = 0;
  let most = 0;
  const order: number[] = [];
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const busy = createBrokerAccess({
    server,
    accounts: {
      signInMachine: async (id) => {
        running += 1;
        most = Math.max(most, running);
        await gate;
        order.push(id);
        running -= 1;
        if (id === 3) throw new Error('the database is away');
        return 'hash';
      },
      signInDoor: async () => null,
    },
  });
  const ids = Array.from({ length: 2004 }, (_, at) => at + 1);
  const asked = ids.map((id) => {
    const name = String(id);
    return busy('user', { username: name, client_id: name, password: 'x' });
  });
  await expect(
    busy('user', { username: '3000', client_id: '3000', password: 'x' }),
  ).rejects.toThrow('too many');
  // The nodes' own account needs no database, so it never waits.
  expect(await busy('user', { ...server, client_id: 'node' })).toBe(true);
  release();
  const settled = await Promise.allSettled(asked);
  expect(most).toBe(4);
  expect(order).toEqual(ids);
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(1);
});
