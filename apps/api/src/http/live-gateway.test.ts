import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { connectMqtt, startTestBroker } from '#test/support/broker.ts';
import { buildTestApp } from '#test/support/app.ts';
import type { BrokerLimits } from '#embedded/broker/limits.ts';

const alice = '11111111-1111-4111-8111-111111111111';
const bob = '22222222-2222-4222-8222-222222222222';
const accounts = {
  signInMachine: async () => 'any',
  redeemTicket: async ({ username }: { username: string }) => ({
    sub: username.slice('member:'.length),
    signIn: null,
  }),
};
const live = (sub: string) => `tanren/members/${sub}/live`;
const as = (sub: string) => ({ username: `member:${sub}`, password: 'ticket' });

async function startGateway(limits: Partial<BrokerLimits> = {}) {
  const { broker, url: machineUrl } = await startTestBroker(accounts, limits);
  const lines: string[] = [];
  const app = await buildTestApp({
    logger: { write: (line) => void lines.push(line) },
    config: { port: 0, publicUrl: new URL('http://gym.example') },
    acceptMember: (stream, peer) => broker.accept(stream, { expects: 'member', ...peer }),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `127.0.0.1:${portOf(app)}`;
  return { app, broker, lines, machineUrl, origin, url: `ws://${origin}/mqtt` };
}

function portOf(app: FastifyInstance): number {
  return app.addresses()[0]?.port ?? 0;
}

// spec 7.55
test("delivers the member's own live topic", async () => {
  const { url, broker } = await startGateway();
  const member = await connectMqtt(url, as(alice));
  expect(await member.subscribe(live(alice))).toEqual([1]);
  await broker.bus.publish(live(bob), { for: 'bob' }, { qos: 0 });
  await broker.bus.publish(live(alice), { for: 'alice' }, { qos: 0 });
  await expect.poll(() => member.received).toEqual([`${live(alice)} {"for":"alice"}`]);
});

test.each([live(bob), '#'])('delivers no other topic: %s', async (topic) => {
  const { url, lines } = await startGateway();
  const member = await connectMqtt(url, as(alice));
  expect(await member.subscribe(topic)).toEqual([128]);
  expect(lines.filter((line) => line.includes('mqtt refused'))).toHaveLength(1);
  expect(lines.join('\n')).not.toContain('ticket');
});

test.each([live(alice), '$SYS/x'])(
  'rejects everything that a member publishes, also %s',
  async (topic) => {
    const { url, broker } = await startGateway();
    const received: string[] = [];
    await broker.bus.subscribe(topic, (message) => void received.push(message.topic));
    const member = await connectMqtt(url, as(alice));
    member.client.publish(topic, 'x');
    await member.closed;
    expect(received).toEqual([]);
  },
);

test('accepts members and machines only on their own path', async () => {
  const { url, machineUrl } = await startGateway();
  await expect(connectMqtt(machineUrl, as(alice))).rejects.toThrow('refused');
  await expect(connectMqtt(url, { username: '12', password: 'x' })).rejects.toThrow('refused');
});

test('a member cannot disconnect a machine or another member by using their client id', async () => {
  const { url, machineUrl } = await startGateway();
  const machine = await connectMqtt(machineUrl, { username: '12', password: 'x' });
  const first = await connectMqtt(url, { ...as(alice), clientId: 'member-1' });
  await connectMqtt(url, { ...as(bob), clientId: 'member-1' });
  await connectMqtt(url, { ...as(bob), clientId: '12' });
  await sleep(50);
  expect(machine.client.connected).toBe(true);
  expect(first.client.connected).toBe(true);
});

test('ends a live connection at its time limit, and limits the number per member', async () => {
  const { url, broker } = await startGateway({ memberSessionMs: 400, connectionsPerMember: 2 });
  const first = await connectMqtt(url, as(alice));
  await connectMqtt(url, as(bob));
  await connectMqtt(url, as(alice));
  await connectMqtt(url, as(alice));
  await first.closed;
  expect(broker.listSessions()).toHaveLength(3);
  await expect.poll(() => broker.listSessions()).toEqual([]);
});

test("limits a member's packets to 4 KiB", async () => {
  const { url } = await startGateway();
  const member = await connectMqtt(url, as(alice));
  const topics = Array.from({ length: 45 }, (_, i) => `${i}`.padStart(100, 'x'));
  expect(await member.subscribe(...topics.slice(0, 10))).toHaveLength(10);
  member.client.subscribe(topics, () => {});
  await member.closed;
});

async function upgrade(url: string, protocols: string[], origin?: string): Promise<number> {
  const socket = new WebSocket(url, protocols, origin === undefined ? {} : { origin });
  return await new Promise((resolve) => {
    socket.once('open', () => {
      socket.terminate();
      resolve(101);
    });
    socket.once('unexpected-response', (_request, { statusCode = 0 }) => {
      socket.once('error', () => {});
      socket.terminate();
      resolve(statusCode);
    });
  });
}

test('accepts only pages of this app, this path and MQTT', async () => {
  const { url, app, origin } = await startGateway();
  expect(await upgrade(url, ['mqtt'])).toBe(101);
  expect(await upgrade(url, ['mqtt'], 'http://gym.example')).toBe(101);
  expect(await upgrade(url, ['mqtt'], `http://localhost:${portOf(app)}`)).toBe(101);
  expect(await upgrade(url, ['mqtt'], 'https://evil.example')).toBe(403);
  expect(await upgrade(url, ['mqtt'], 'null')).toBe(403);
  expect(await upgrade(url, [])).toBe(400);
  expect(await upgrade(url, ['mqttv3.1'])).toBe(400);
  expect(await upgrade(`ws://${origin}/other`, ['mqtt'])).toBe(404);
  expect(await upgrade(`ws://${origin}/mqtt/x`, ['mqtt'])).toBe(404);
});

/** Sends these lines and returns everything the server sends until it closes. */
async function converse(port: number, lines: readonly string[], body = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${[...lines, '', ''].join('\r\n')}${body}`);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

const h2c = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'];

test('ignores an unknown upgrade on every path, also with a body', async () => {
  const app = await buildTestApp({
    modules: {
      async open(scope) {
        scope.post('/echo', { config: { access: 'public' } }, async ({ body }) => ({ body }));
      },
    },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const request = async (line: string, more: readonly string[] = [], body = '') =>
    await converse(portOf(app), [line, 'Host: gym', ...h2c, ...more], body);
  expect(await request('GET /healthz HTTP/1.1')).toMatch(/^HTTP\/1\.1 200 /);
  const missing = await request('GET /api/nothing HTTP/1.1');
  expect(missing).toMatch(/^HTTP\/1\.1 404 [^]*application\/problem\+json[^]*not_found/);
  const json = ['Content-Type: application/json', 'Content-Length: 9'];
  expect(await request('POST /api/echo HTTP/1.1', json, '{"a":"b"}')).toContain(
    '{"body":{"a":"b"}}',
  );
});

test('rejects a request with two Host headers', async () => {
  const { app } = await startGateway();
  const hosts = ['Host: gym.example', 'Host: evil.example'];
  const request = async (...lines: string[]) =>
    (await converse(portOf(app), [...lines, ...hosts])).split(' ', 2)[1];
  expect(await request('GET /healthz HTTP/1.1', 'Connection: close')).toBe('400');
  expect(await request('GET /healthz HTTP/1.1', ...h2c)).toBe('400');
  const webSocket = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Protocol: mqtt'];
  expect(await request('GET /mqtt HTTP/1.1', ...webSocket)).toBe('400');
  const one = await converse(portOf(app), [
    'GET /healthz HTTP/1.1',
    'Connection: close',
    'Host: x',
  ]);
  expect(one).toMatch(/^HTTP\/1\.1 200 /);
});

test('answers an invalid upgrade, and the server continues', async () => {
  const { app } = await startGateway();
  const socket = connect(portOf(app), '127.0.0.1');
  socket.write('GET /mqtt HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n');
  socket.write('Sec-WebSocket-Protocol: mqtt\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 400/);
  socket.destroy();
  expect((await app.inject('/healthz')).statusCode).toBe(200);
});

test('ends live connections at once when the app closes', async () => {
  const { app, url } = await startGateway();
  const member = await connectMqtt(url, as(alice));
  const raw = new WebSocket(url, ['mqtt']);
  await once(raw, 'open');
  const closed = once(raw, 'close') as Promise<[number]>;
  await app.close();
  await member.closed;
  expect((await closed)[0]).toBe(1012);
});
