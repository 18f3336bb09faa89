import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { allMachinesTopic, memberLiveTopic } from '@tanren/contract/machines/machine-messages';
import { Aedes } from 'aedes';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { expect, onTestFinished, test } from 'vitest';
import { openMessaging } from '#composition/messaging.ts';
import { readConfig } from '#config/config.ts';
import { unusedDatabase } from '#test/support/app.ts';
import { connectBus } from './connect.ts';

/** Serves connections on a port that stays the same when the broker is started again. */
async function listen(accept: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  let port = 0;
  const open = async () => {
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      accept(socket);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
    return server;
  };
  let server = await open();
  const kill = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(kill);
  return {
    url: `mqtt://tanren:password@127.0.0.1:${port}`,
    kill,
    start: async () => {
      server = await open();
    },
  };
}

/** Starts a broker that speaks MQTT 3.1.1 only and takes `$share/…` for an ordinary topic. */
async function startOldBroker(closesSilently = false) {
  const aedes = await Aedes.createBroker({ concurrency: 0 });
  onTestFinished(() => new Promise((resolve) => aedes.close(() => resolve())));
  return await listen((socket) => {
    if (!closesSilently) {
      aedes.handle(socket);
      return;
    }
    // Like RabbitMQ 3.10, which reads the version of the protocol in the ninth byte.
    socket.once('readable', () => {
      const first = socket.read() as Buffer | null;
      if (first === null || first[8] === 5) {
        socket.destroy();
        return;
      }
      socket.unshift(first);
      aedes.handle(socket);
    });
  });
}

interface NewBroker {
  /** Whether the broker tells each client that it has no shared subscriptions. */
  readonly announces: boolean;
  readonly refused: (filter: string) => boolean;
}

/** Starts a broker of MQTT 5 that grants subscriptions and delivers nothing. */
async function startNewBroker({ announces, refused }: NewBroker) {
  const filters: string[] = [];
  const { url } = await listen((socket) => {
    const parser = mqttPacket.parser({ protocolVersion: 5 });
    const send = (packet: Packet) => {
      socket.write(mqttPacket.generate(packet, { protocolVersion: 5 }));
    };
    parser.on('packet', (packet) => {
      if (packet.cmd === 'connect') {
        const properties = announces ? { sharedSubscriptionAvailable: false } : {};
        send({ cmd: 'connack', reasonCode: 0, sessionPresent: false, properties });
      }
      if (packet.cmd !== 'subscribe') return;
      const asked = packet.subscriptions.map(({ topic }) => topic);
      filters.push(...asked);
      const granted = asked.map((filter) => (refused(filter) ? 158 : 1));
      send({ cmd: 'suback', messageId: packet.messageId ?? 0, granted });
    });
    socket.on('data', (bytes) => parser.parse(bytes));
  });
  return { url, filters };
}

const workouts = allMachinesTopic('workouts');
const page = memberLiveTopic('11111111-1111-4111-8111-111111111111');

async function openNode(url: string) {
  const unshared: string[] = [];
  const bus = connectBus({
    url,
    onState: () => undefined,
    onUnshared: (reason) => void unshared.push(reason),
  });
  onTestFinished(() => bus.close());
  await expect.poll(() => bus.isConnected(), { timeout: 10_000 }).toBe(true);
  const taken: string[] = [];
  const heard: string[] = [];
  const end = await bus.subscribeShared(workouts, 1, ({ payload }) => {
    taken.push(payload.toString());
  });
  await bus.subscribe(page, ({ payload }) => void heard.push(payload.toString()));
  return { bus, unshared, taken, heard, end };
}

test.each([['with an answer'], ['without an answer']])(
  'every node gets every message of a broker that refuses MQTT 5 %s',
  async (how) => {
    const { url, kill, start } = await startOldBroker(how === 'without an answer');
    const [first, second] = [await openNode(url), await openNode(url)];
    const reason = 'it speaks MQTT 3.1.1 only';
    expect([first.unshared, second.unshared]).toEqual([[reason], [reason]]);
    await first.bus.publish('tanren/machines/12/workouts', { n: 1 }, { qos: 1 });
    await expect.poll(() => [first.taken, second.taken]).toEqual([['{"n":1}'], ['{"n":1}']]);
    await second.end();
    await first.bus.publish('tanren/machines/12/workouts', { n: 2 }, { qos: 1 });
    await expect.poll(() => first.taken).toEqual(['{"n":1}', '{"n":2}']);
    expect(second.taken).toHaveLength(1);

    kill();
    await expect.poll(() => first.bus.isConnected()).toBe(false);
    await start();
    await expect.poll(() => first.bus.isConnected(), { timeout: 10_000 }).toBe(true);
    await first.bus.publish('tanren/machines/12/workouts', { n: 3 }, { qos: 1 });
    await expect.poll(() => first.taken.at(-1)).toBe('{"n":3}');
    expect(first.unshared).toHaveLength(1);
  },
  30_000,
);

test('each node relays live messages only to its own pages, and tells other news to all', async () => {
  const { url } = await startOldBroker();
  const nodes = [await openNode(url), await openNode(url)] as const;
  for (const { bus } of nodes) {
    await bus.publish(page, { type: 'rep' }, { qos: 0, relayed: true });
  }
  await nodes[0].bus.publish(page, { type: 'workout-stored' }, { qos: 1 });
  const expected = ['{"type":"rep"}', '{"type":"workout-stored"}'];
  await expect.poll(() => nodes.map(({ heard }) => heard)).toEqual([expected, expected]);
});

test.each([
  ['announces that it has none', true, 'it has no shared subscriptions', [workouts]],
  [
    'refuses them',
    false,
    'it refuses $share',
    [expect.stringMatching(/^\$share\/tanren-[0-9a-f]{32}\//), workouts],
  ],
])(
  'subscribes without sharing at a broker of MQTT 5 that %s',
  async (_how, announces, reason, expected) => {
    const refused = (filter: string) => filter.startsWith('$share/');
    const { url, filters } = await startNewBroker({ announces, refused });
    const { unshared } = await openNode(url);
    expect(unshared).toEqual([reason]);
    expect(filters.filter((filter) => filter !== page)).toEqual(expected);
  },
);

test('a broker that refuses every subscription is not taken for one that cannot share', async () => {
  let isBroken = true;
  const { url, filters } = await startNewBroker({ announces: false, refused: () => isBroken });
  const unshared: string[] = [];
  const onUnshared = (reason: string) => void unshared.push(reason);
  const bus = connectBus({ url, onState: () => undefined, onUnshared });
  onTestFinished(() => bus.close());
  await bus.subscribeShared(workouts, 1, () => undefined);
  await expect.poll(() => filters.length).toBeGreaterThan(1);
  expect(bus.isConnected()).toBe(false);
  isBroken = false;
  await expect.poll(() => bus.isConnected(), { timeout: 10_000 }).toBe(true);
  expect(filters.at(-1)).toMatch(/^\$share\//);
  expect(unshared).toEqual([]);
});

test('the node reports in one line that its broker cannot share', async () => {
  const { url } = await startOldBroker();
  const lines: string[] = [];
  const write = (...parts: unknown[]) => void lines.push(JSON.stringify(parts));
  const messaging = await openMessaging({
    config: { ...readConfig({}), mqttUrl: url },
    db: unusedDatabase(),
    now: () => new Date(),
    findLiveSignIns: null,
  });
  onTestFinished(() => messaging.close());
  await messaging.open({ info: write, warn: write, error: write });
  await messaging.bus.subscribeShared(workouts, 1, () => undefined);
  await messaging.bus.subscribeShared(allMachinesTopic('status'), 1, () => undefined);
  await expect.poll(() => messaging.bus.isConnected(), { timeout: 10_000 }).toBe(true);
  await sleep(50);
  const found = lines.filter((line) => line.includes('every node handles every message'));
  expect(found).toEqual([expect.stringContaining('it speaks MQTT 3.1.1 only')]);
  expect(lines.join('\n')).not.toContain('password');
});
