import { type CommandMessage, machineTopic } from '@tanren/contract/machines/machine-messages';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { gyms } from '#db/schema/gyms.ts';
import {
  connectMqtt,
  startMosquitto,
  startTestBroker,
  type TestBroker,
} from '#test/support/broker.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { silentLog } from '#test/support/app.ts';
import { connectBus } from '#mqtt/connect.ts';
import { type MessageBus, observeBus } from '#mqtt/message-bus.ts';
import { createLastSeen, takeMachineStatus } from './machines.mqtt.ts';
import { takeMachineDescriptions } from './machine-descriptions.mqtt.ts';
import { addMachine, renewSecret } from './machines.service.ts';
import { findMachine } from './machines.store.ts';

const { db } = await createTestDatabase();
await db.insert(gyms).values({ id: 1, name: '鍛錬ジム' });
const accounts = { signInMachine: async () => 'any', redeemTicket: async () => null };
const unlinked: CommandMessage = { type: 'unlinked', connectionId: null, reason: 'idle' };
const online = { state: 'online', firmware: '1.2.3' };
const readAt = new Date('2026-01-05T03:00:00Z');
const welcome = { type: 'welcome', protocol: 3, at: readAt.toISOString() };

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function start(describeLink: (id: number) => Promise<CommandMessage> = async () => unlinked) {
  const broker = await startTestBroker(accounts);
  const { bus } = broker.broker;
  const options = { db, now: () => readAt, log: broker.log, describeLink };
  stops.push(await takeMachineStatus(bus, options));
  stops.push(await takeMachineDescriptions(bus, options));
  const { machine } = await addMachine(db, { gymId: 1, workoutTypeId: 1 }, new Date());
  return { broker, id: machine.id };
}

async function dial({ url }: TestBroker, id: number) {
  const topic = machineTopic(id, 'status');
  const payload = Buffer.from(JSON.stringify({ ...online, state: 'offline' }));
  const machine = await connectMqtt(url, {
    username: String(id),
    password: 'x',
    will: { topic, payload, qos: 1, retain: false },
  });
  await machine.subscribe(machineTopic(id, 'commands'));
  const say = (message: unknown) => machine.client.publishAsync(topic, JSON.stringify(message));
  return { ...machine, say };
}

test('marks a machine online, and sends the version and its link', async () => {
  const { broker, id } = await start();
  const machine = await dial(broker, id);
  await machine.say(online);
  await expect
    .poll(() => machine.received)
    .toEqual(
      [welcome, unlinked].map((one) => `${machineTopic(id, 'commands')} ${JSON.stringify(one)}`),
    );
  const found = await findMachine(db, id);
  expect(found).toMatchObject({ online: true, firmware: '1.2.3' });
  expect(found?.lastSeenAt).not.toBeNull();

  machine.client.stream.destroy();
  await expect.poll(async () => (await findMachine(db, id))?.online).toBe(false);
});

test('ignores an invalid status and accepts the next one', async () => {
  const { broker, id } = await start();
  const machine = await dial(broker, id);
  for (const wrong of [{}, null, 1, { ...online, session: 'x' }, { state: 'on', firmware: 'x' }]) {
    await machine.say(wrong);
  }
  await machine.client.publishAsync(machineTopic(id, 'status'), Buffer.from([0xff, 0xfe, 0]));
  await machine.say({ state: 'online', firmware: 'x'.repeat(41) });
  await machine.say({ state: 'online', firmware: '\u0000' });
  await machine.say(online);
  await expect.poll(async () => (await findMachine(db, id))?.firmware).toBe('1.2.3');
  expect(broker.lines.filter((line) => line.includes('unreadable status'))).toHaveLength(8);
});

test('logs a link that cannot be read, and continues', async () => {
  let asked = 0;
  const { broker, id } = await start(async () => {
    asked += 1;
    if (asked === 1) throw new Error('the database is away');
    return unlinked;
  });
  const machine = await dial(broker, id);
  await machine.say(online);
  await machine.say(online);
  await expect.poll(() => machine.received).toHaveLength(3);
  expect(broker.lines.join('\n')).toContain('could not answer');
});

test('accepts a status with fields of a newer machine', async () => {
  const { broker, id } = await start();
  const machine = await dial(broker, id);
  await machine.say({ ...online, firmware: '9.0', battery: { percent: 80 } });
  await expect.poll(() => machine.received).toHaveLength(2);
  expect(await findMachine(db, id)).toMatchObject({ online: true, firmware: '9.0' });
});

const description = {
  protocol: 2,
  maker: 'ACME',
  model: 'Row 300',
  firmware: '1.2.3',
  loads: { minKg: 5, maxKg: 120, stepKg: 2.5 },
  measures: ['rangeMm', 'seat'],
};

test('stores what a machine says it is, as far as this release knows it', async () => {
  const { broker, id } = await start();
  const machine = await dial(broker, id);
  const describe = async (message: object) =>
    await machine.client.publishAsync(machineTopic(id, 'description'), JSON.stringify(message));
  const answers = () =>
    machine.received.map((line) => JSON.parse(line.slice(line.indexOf('{'))) as unknown);
  await describe({ ...description, measures: ['rangeMm', 'heartRate', 'seat'], colour: 'red' });
  await expect.poll(answers).toEqual([{ type: 'described', result: 'stored' }]);
  expect((await findMachine(db, id))?.description).toEqual(description);

  await describe({ ...description, model: 3 });
  await describe({ ...description, maker: 'A\ud800' });
  await expect.poll(answers).toHaveLength(3);
  expect(answers()[1]).toEqual({
    type: 'described',
    result: 'rejected',
    detail: 'invalid_shape message/model must be string',
  });
  expect(answers()[2]).toMatchObject({ result: 'rejected' });
  expect((await findMachine(db, id))?.description).toEqual(description);

  await renewSecret(db, id);
  expect((await findMachine(db, id))?.description).toBeNull();
});

test('every message marks the machine as present', async () => {
  const { broker, id } = await start();
  const now = new Date('2026-01-05T03:00:00Z');
  const lastSeen = createLastSeen({ db, now: () => now, log: broker.log });
  const bus = observeBus(broker.broker.bus, lastSeen.recordTopic);
  const taken: string[] = [];
  stops.push(
    await bus.subscribeShared('tanren/machines/+/live', 0, ({ topic }) => void taken.push(topic)),
  );
  await bus.publish(machineTopic(id, 'live'), {}, { qos: 0 });
  await expect.poll(() => taken).toEqual([machineTopic(id, 'live')]);
  await lastSeen.stop();
  expect((await findMachine(db, id))?.lastSeenAt).toEqual(now);
});

test('a machine that only pings is present too, recorded once a minute', async () => {
  const { broker, id } = await start();
  const { bus } = broker.broker;
  const later = (seconds: number) => new Date(Date.parse('2026-01-05T03:00:00Z') + seconds * 1000);
  let now = later(0);
  const lastSeen = createLastSeen({ db, now: () => now, log: broker.log });
  const pings: number[] = [];
  bus.onPing?.(lastSeen.note);
  bus.onPing?.((machineId) => void pings.push(machineId));
  const machine = await dial(broker, id);
  const seen: unknown[] = [];
  for (const seconds of [0, 20, 59, 60]) {
    now = later(seconds);
    pings.length = 0;
    // This is a PINGREQ, which the client itself would send only after a while.
    machine.client.stream.write(Buffer.from([0xc0, 0]));
    await expect.poll(() => pings).toEqual([id]);
    // Stopping writes the waiting changes, like the timer does.
    await lastSeen.stop();
    seen.push((await findMachine(db, id))?.lastSeenAt);
  }
  expect(seen).toEqual([later(0), later(0), later(0), later(60)]);
});

/** Starts a node on its own broker that receives messages, and reads none while it is paused. */
async function startNode(url: string, id: number) {
  const bus = connectBus({ url, onState: () => {} });
  onTestFinished(() => bus.close());
  await expect.poll(() => bus.isConnected(), { timeout: 10_000 }).toBe(true);
  let resume = () => {};
  let paused = Promise.resolve();
  /**
   * The states that the node has read, each with whether the machine was online then. More may
   * follow at once.
   */
  const handled: (readonly [state: string, online: boolean | undefined])[] = [];
  const pausable: MessageBus = {
    ...bus,
    subscribeShared: (pattern, qos, handler) =>
      bus.subscribeShared(pattern, qos, async (message) => {
        await paused;
        await handler(message);
        const { state } = JSON.parse(message.payload.toString()) as { state: string };
        handled.push([state, (await findMachine(db, id))?.online]);
      }),
  };
  const options = { db, now: () => new Date(), log: silentLog, describeLink: async () => unlinked };
  stops.push(await takeMachineStatus(pausable, options));
  return {
    handled,
    pause: () => {
      paused = new Promise((resolve) => {
        resume = resolve;
      });
    },
    resume: () => resume(),
  };
}

test('a machine stays online when a paused node reads its last will late', async () => {
  const { machine, secret } = await addMachine(db, { gymId: 1, workoutTypeId: 1 }, new Date());
  const { id } = machine;
  const mosquitto = await startMosquitto([machine]);
  const topic = machineTopic(id, 'status');
  const connect = async (session: number) => {
    const payload = Buffer.from(JSON.stringify({ ...online, state: 'offline', session }));
    const client = await connectMqtt(`mqtt://127.0.0.1:${mosquitto.machinePort}`, {
      username: String(id),
      password: secret,
      will: { topic, payload, qos: 1, retain: false },
    });
    await client.subscribe(machineTopic(id, 'commands'));
    // A machine repeats its status until a node has answered.
    const request = () => {
      client.client.publish(topic, JSON.stringify({ ...online, session }));
      return client.received.length;
    };
    await expect.poll(request, { interval: 50 }).toBeGreaterThan(0);
    return client;
  };
  const first = await startNode(mosquitto.url, id);
  const before = await connect(1);
  first.pause();
  before.client.stream.destroy();
  await before.closed;
  await startNode(mosquitto.url, id);
  await connect(2);
  expect((await findMachine(db, id))?.online).toBe(true);
  first.resume();
  await expect.poll(() => first.handled.filter(([state]) => state === 'offline')).toHaveLength(1);
  expect(first.handled.find(([state]) => state === 'offline')).toEqual(['offline', true]);
}, 30_000);
