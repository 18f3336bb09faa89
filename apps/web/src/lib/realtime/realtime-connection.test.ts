import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Aedes } from 'aedes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWebSocketStream, WebSocket, WebSocketServer } from 'ws';
import { openMqtt } from './realtime-connection.ts';

const own = 'tanren/members/1/live';
let broker: Aedes;
let server: Server;
let sockets: WebSocketServer;
let url: string;
let keepAliveSeconds: number | undefined;

beforeAll(async () => {
  broker = await Aedes.createBroker({
    preConnect: (_client, packet, done) => {
      keepAliveSeconds = packet.keepalive;
      done(null, true);
    },
    authenticate: (_client, username, password, done) => {
      done(null, username === 'member:1' && password?.toString() === 'once');
    },
    authorizeSubscribe: (_client, subscription, done) => {
      done(null, subscription.topic === own ? subscription : null);
    },
  });
  server = createServer();
  sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, request) => {
    broker.handle(createWebSocketStream(socket), request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/mqtt`;
});

afterAll(async () => {
  await new Promise<void>((resolve) => broker.close(resolve));
  server.closeAllConnections();
  server.close();
});

function openWith(changes: { password?: string; topics?: string[] } = {}) {
  const received: string[] = [];
  const controller = new AbortController();
  let closed = (_isRestart: boolean) => {};
  const whenClosed = new Promise<boolean>((resolve) => {
    closed = resolve;
  });
  const credentials = {
    url,
    clientId: `member-${Math.random()}`,
    username: 'member:1',
    password: 'once',
    topics: [own],
    expiresAt: '2026-01-01T00:00:00.000Z',
    ...changes,
  };
  const events = { onMessage: (text: string) => received.push(text), onClose: closed };
  return {
    received,
    controller,
    whenClosed,
    opening: openMqtt(
      credentials,
      events,
      controller.signal,
      (address, protocols) => new WebSocket(address, protocols) as unknown as globalThis.WebSocket,
    ),
  };
}

function publish(payload: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const packet = { cmd: 'publish', topic: own, payload, qos: 0, retain: false, dup: false };
    broker.publish(packet as Parameters<Aedes['publish']>[0], (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

// spec 9.39
it('receives its own topic from a real broker, and reports a lost socket', async () => {
  const { opening, received, whenClosed } = openWith();
  const connection = await opening;
  await connection.subscribe();
  await connection.subscribe();
  expect(connection.isOpen()).toBe(true);
  expect(keepAliveSeconds).toBe(5 * 60);
  await publish('{"reps":"八"}');
  await expect.poll(() => received).toEqual(['{"reps":"八"}']);
  for (const socket of sockets.clients) socket.terminate();
  expect(await whenClosed).toBe(false);
  expect(connection.isOpen()).toBe(false);
});

it('distinguishes a server that stops from a lost socket', async () => {
  const { opening, whenClosed } = openWith();
  await opening;
  for (const socket of sockets.clients) socket.close(1012);
  expect(await whenClosed).toBe(true);
});

it('closes at once and receives nothing any more', async () => {
  const { opening, received, whenClosed } = openWith();
  const connection = await opening;
  await connection.subscribe();
  const unanswered = connection.subscribe();
  connection.close();
  expect(connection.isOpen()).toBe(false);
  await expect(unanswered).rejects.toThrow('Network');
  await expect(connection.subscribe()).rejects.toThrow('Network');
  await publish('{"reps":9}');
  expect(await whenClosed).toBe(false);
  expect(received).toEqual([]);
});

it('fails with credentials that the broker rejects', async () => {
  await expect(openWith({ password: 'stolen' }).opening).rejects.toThrow(/refused|authorized/i);
});

it('fails on a topic that the broker rejects', async () => {
  const connection = await openWith({ topics: ['tanren/members/2/live'] }).opening;
  await expect(connection.subscribe()).rejects.toThrow(/refused|subscribe/i);
  connection.close();
});

it('closes a connection that is no longer needed', async () => {
  const { opening, controller } = openWith();
  controller.abort(new Error('too late'));
  await expect(opening).rejects.toThrow('too late');
  expect(broker.connectedClients).toBeLessThanOrEqual(1);
});
