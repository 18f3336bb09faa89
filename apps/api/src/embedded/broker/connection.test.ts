import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { connectMqtt, startTestBroker } from '#test/support/broker.ts';
import { createPacketScanner } from './connection.ts';

const accounts = { signInMachine: async () => 'any', redeemTicket: async () => null };
const asMachine = { username: '12', password: 'x' };

function dial(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Waits until the socket is closed, by an orderly end or by a reset. */
async function untilClosed(socket: Socket): Promise<void> {
  await new Promise((resolve) => socket.resume().once('close', resolve));
}

test('disconnects at a packet that announces too many bytes, before they arrive', async () => {
  const { port, url, lines } = await startTestBroker(accounts);
  const socket = dial(port);
  // The bytes are a CONNECT with a remaining length of 268,435,455 bytes.
  socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]));
  await untilClosed(socket);
  expect(lines.join('\n')).toContain('packet too large');
  await connectMqtt(url, asMachine);
});

test('accepts 512 KiB after the sign-in and not one byte more', async () => {
  const { broker, url } = await startTestBroker(accounts);
  const sizes: number[] = [];
  await broker.bus.subscribeShared('tanren/machines/+/workouts', 1, ({ payload }) => {
    sizes.push(payload.length);
  });
  const topic = 'tanren/machines/12/workouts';
  // The limit includes the topic, its length and the packet's number.
  const largest = 512 * 1024 - topic.length - 4;
  const machine = await connectMqtt(url, asMachine);
  await machine.client.publishAsync(topic, Buffer.alloc(largest, 'x'), { qos: 1 });
  expect(sizes).toEqual([largest]);
  machine.client.publish(topic, Buffer.alloc(largest + 1, 'x'), { qos: 1 });
  await machine.closed;
  expect(sizes).toEqual([largest]);
});

/** Makes PUBREL packets for a message that does not exist. Each has four bytes and is answered. */
const pubrels = (count: number) => Buffer.alloc(count * 4, Buffer.from([0x62, 0x02, 0x00, 0x01]));

test('ends the connection during a flood of small packets, before the broker handles them', async () => {
  const { url, lines } = await startTestBroker(accounts);
  const other = await connectMqtt(url, { username: '13', password: 'x' });
  const machine = await connectMqtt(url, asMachine);
  machine.client.stream.write(pubrels(900));
  // The broker still answers this client.
  expect(await machine.subscribe('tanren/machines/12/acks')).toEqual([1]);
  machine.client.stream.write(pubrels(16_000));
  await machine.closed;
  expect(lines.join('\n')).toContain('too many packets');
  expect(other.client.connected).toBe(true);
});

test('accepts a whole journal at once', async () => {
  const { broker, url } = await startTestBroker(accounts);
  const taken: string[] = [];
  await broker.bus.subscribeShared('tanren/machines/+/workouts', 1, async ({ payload }) => {
    taken.push(payload.toString());
    await broker.bus.publish('tanren/machines/12/acks', { ok: true }, { qos: 1 });
  });
  const machine = await connectMqtt(url, asMachine);
  await machine.subscribe('tanren/machines/12/acks');
  const topic = 'tanren/machines/12/workouts';
  const sent = Array.from({ length: 400 }, (_, i) =>
    machine.client.publishAsync(topic, String(i), { qos: 1 }),
  );
  await Promise.all(sent);
  await expect.poll(() => machine.received.length).toBe(400);
  expect(machine.client.connected).toBe(true);
});

test('accepts at most 4 KiB before the sign-in', async () => {
  const { url } = await startTestBroker(accounts);
  const topic = 'tanren/machines/12/status';
  const will = (bytes: number) => ({ topic, payload: Buffer.alloc(bytes, 'x'), qos: 1 as const });
  await connectMqtt(url, { ...asMachine, will: { ...will(3000), retain: false } });
  await expect(
    connectMqtt(url, { ...asMachine, will: { ...will(5000), retain: false } }),
  ).rejects.toThrow('refused');
});

test.each([
  ['bytes that are not MQTT', Buffer.from('GET / HTTP/1.1\r\nHost: gym\r\n\r\n')],
  ['zeros', Buffer.alloc(64)],
  ['ones', Buffer.alloc(64, 0xff)],
  ['a message before signing in', Buffer.from([0x30, 0x05, 0, 1, 0x61, 0x62, 0x63])],
  ['a CONNECT cut short', Buffer.from([0x10, 0x04, 0, 4, 0x4d, 0x51])],
])('%s ends only this connection', async (_name, bytes) => {
  const { port, url } = await startTestBroker(accounts, { connectTimeoutMs: 200 });
  const healthy = await connectMqtt(url, asMachine);
  const socket = dial(port);
  socket.write(bytes);
  await untilClosed(socket);
  expect(healthy.client.connected).toBe(true);
});

test('random bytes never disturb other connections', async () => {
  const { port, url } = await startTestBroker(accounts, { connectTimeoutMs: 50 });
  const healthy = await connectMqtt(url, asMachine);
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
      const socket = dial(port);
      socket.write(bytes);
      await untilClosed(socket);
    }),
    { numRuns: 60 },
  );
  expect(await healthy.subscribe('tanren/machines/12/acks')).toEqual([1]);
});

test('disconnects a client that sends nothing, or one byte at a time', async () => {
  const { port } = await startTestBroker(accounts, { connectTimeoutMs: 200 });
  const [silent, slow] = [dial(port), dial(port)];
  const drip = setInterval(() => slow.write(Buffer.from([0x10])), 20);
  await Promise.all([untilClosed(silent), untilClosed(slow)]);
  clearInterval(drip);
  expect([silent.destroyed, slow.destroyed]).toEqual([true, true]);
});

test('limits the connections of one address that have not signed in', async () => {
  const { port, url, lines } = await startTestBroker(accounts, { unauthenticatedPerAddress: 3 });
  const strangers = [dial(port), dial(port), dial(port)];
  await Promise.all(strangers.map((socket) => once(socket, 'connect')));
  await expect(connectMqtt(url, asMachine)).rejects.toThrow('refused');
  expect(lines.join('\n')).toContain('too many connections without sign-in');
  strangers[0]?.destroy();
  await expect
    .poll(() => connectMqtt(url, asMachine).then((machine) => machine.client.connected))
    .toBe(true);
  // A connection is no longer counted after it has signed in.
  await connectMqtt(url, { username: '13', password: 'x' });
  await connectMqtt(url, { username: '14', password: 'x' });
});

test('a slow handler slows down its sender, and others continue', async () => {
  const { broker, url } = await startTestBroker(accounts);
  const taken: string[] = [];
  let release = () => {};
  const blocked = new Promise<void>((resolve) => {
    release = resolve;
  });
  let concurrent = 0;
  let max = 0;
  await broker.bus.subscribeShared('tanren/machines/+/workouts', 1, async ({ payload }) => {
    concurrent += 1;
    max = Math.max(max, concurrent);
    await blocked;
    concurrent -= 1;
    taken.push(payload.toString());
  });
  // This subscriber sees each message as soon as the broker reads it.
  let read = 0;
  await broker.bus.subscribe('tanren/machines/12/workouts', () => {
    read += 1;
  });
  const machine = await connectMqtt(url, asMachine);
  const total = 300;
  for (let i = 0; i < total; i += 1) {
    machine.client.publish('tanren/machines/12/workouts', String(i));
    // Messages are sent one by one, because the broker itself slows down packets that come
    // together.
    await sleep(2);
  }
  await sleep(300);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(100);

  // Messages of the server itself are not delayed by clients that wait.
  const other = await connectMqtt(url, { username: '13', password: 'x' });
  await other.subscribe('tanren/machines/13/acks');
  await broker.bus.publish('tanren/machines/13/acks', { ok: true }, { qos: 1 });
  await expect.poll(() => other.received).toEqual(['tanren/machines/13/acks {"ok":true}']);

  release();
  await expect.poll(() => taken.length, { timeout: 20_000 }).toBe(total);
  expect(taken.map((text) => Number.parseInt(text, 10))).toEqual([...Array(total).keys()]);
  expect(max).toBe(1);
}, 40_000);

test('a failed handler loses only its own message', async () => {
  const { broker } = await startTestBroker(accounts);
  const taken: string[] = [];
  await broker.bus.subscribeShared('a/+', 0, ({ topic }) => {
    taken.push(topic);
    throw new Error('of the test');
  });
  await broker.bus.publish('a/1', {}, { qos: 0 });
  await broker.bus.publish('a/2', {}, { qos: 0 });
  await expect.poll(() => taken).toEqual(['a/1', 'a/2']);
});

test('ended subscriptions receive nothing, and a closed bus reports that it is closed', async () => {
  const { broker } = await startTestBroker(accounts);
  const received: string[] = [];
  const end = await broker.bus.subscribe('a', ({ topic }) => void received.push(topic));
  await end();
  await broker.bus.publish('a', {}, { qos: 1 });
  await broker.close();
  expect(received).toEqual([]);
  expect(broker.bus.isConnected()).toBe(false);
  await expect(broker.bus.publish('a', {}, { qos: 1 })).rejects.toThrow('closed');
  await broker.bus.publish('a', {}, { qos: 0 });
});

/** Makes a packet of type 3 with a body of that many bytes. */
function packet(bodyLength: number): Buffer {
  const header = [0x30];
  let rest = bodyLength;
  do {
    header.push((rest % 128) + (rest >= 128 ? 0x80 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Buffer.concat([Buffer.from(header), Buffer.alloc(bodyLength, 0xff)]);
}

test('counts the same however the bytes are split', () => {
  const limit = 300;
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 320 }), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 500 }),
      (lengths, cut) => {
        const bytes = Buffer.concat(lengths.map(packet));
        const scan = createPacketScanner();
        let counted: number | null = 0;
        for (let at = 0; at < bytes.length && counted !== null; at += cut) {
          const packets = scan(bytes.subarray(at, at + cut), limit);
          counted = packets === null ? null : counted + packets;
        }
        const good = lengths.every((length) => length <= limit);
        expect(counted).toBe(good ? lengths.length : null);
      },
    ),
  );
});
