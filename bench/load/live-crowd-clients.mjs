import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { connect } from 'node:net';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import mqttPacket from 'mqtt-packet';
import { WebSocket } from 'ws';

/**
 * Runs live pages and machines in a separate process, without a client library, because their cost
 * must not be measured. Both are in one process, so that one clock measures the time of a rep.
 *
 * @typedef {{sub: string, ticket: string}} BenchPage
 * @typedef {{id: number, secret: string, connectionId: string}} BenchMachine
 * @typedef {{liveUrl: string, brokerPort: number, pages: BenchPage[], machines: BenchMachine[]}} Task
 * @typedef {{seconds: number}} Order
 */

const repEveryMs = 2000;
/**
 * Number of connections opened at the same time. The node accepts 128 of one address that have not
 * signed in.
 */
const openAtOnce = 64;
const retryMs = 250;

/** @type {number[]} */
let latencies = [];
let openPages = 0;
let openMachines = 0;
const clock = () => performance.now();

/** @template T @param {readonly T[]} items @param {(item: T) => Promise<void>} open */
async function openAll(items, open) {
  const rest = [...items];
  const lane = async () => {
    for (let item = rest.pop(); item !== undefined; item = rest.pop()) await open(item);
  };
  await Promise.all(Array.from({ length: openAtOnce }, lane));
}

/** @param {{clientId: string, username: string, password: string}} account */
function writeConnect(account) {
  return mqttPacket.generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    keepalive: 300,
    ...account,
    password: Buffer.from(account.password),
  });
}

/** @param {string} liveUrl @param {BenchPage} page */
async function openPage(liveUrl, { sub, ticket }) {
  const socket = new WebSocket(liveUrl, 'mqtt', { perMessageDeflate: false });
  await once(socket, 'open');
  const username = `member:${sub}`;
  socket.send(writeConnect({ clientId: 'page', username, password: ticket }));
  const [welcome] = /** @type {[Buffer]} */ (await once(socket, 'message'));
  if (welcome[3] !== 0) throw new Error(`a page was refused with ${welcome[3]}`);
  const subscriptions = [{ topic: `tanren/members/${sub}/live`, qos: /** @type {const} */ (0) }];
  socket.send(mqttPacket.generate({ cmd: 'subscribe', messageId: 1, subscriptions }));
  await once(socket, 'message');
  openPages += 1;
  socket.on('close', () => {
    openPages -= 1;
  });
  socket.on('message', (/** @type {Buffer} */ data) => {
    // One frame may contain several messages. Each contains the time when it was sent.
    for (const [, sentAt] of data.toString('latin1').matchAll(/"tfo":([\d.]+)/g)) {
      latencies.push(clock() - Number(sentAt));
    }
  });
}

/** @param {number} port @param {BenchMachine} machine */
async function openMachine(port, { id, secret }) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.on('error', () => socket.destroy());
  const closed = once(socket, 'close').then(() => null);
  const name = String(id);
  socket.write(writeConnect({ clientId: name, username: name, password: secret }));
  const welcome = await Promise.race([once(socket, 'data'), closed]);
  if (welcome === null) return null;
  socket.resume();
  return { socket, closed };
}

/**
 * Connects a machine, and connects it again when the broker was gone. Returns a function that sends
 * one rep, or returns false while the machine is not connected.
 *
 * @param {number} port
 * @param {BenchMachine} machine
 */
async function runMachine(port, machine) {
  let seq = 0;
  /** @type {import('node:net').Socket | null} */
  let current = null;
  const lift = () => {
    seq += 1;
    if (current === null) return false;
    const payload = JSON.stringify({
      type: 'rep',
      connectionId: machine.connectionId,
      workoutUuid: machine.connectionId,
      seq,
      at: new Date().toISOString(),
      loadKg: 40,
      lifting: true,
      sets: [{ loadKg: 40, reps: seq % 200 }],
      max: 40,
      tfo: clock(),
    });
    const topic = `tanren/machines/${machine.id}/live`;
    current.write(
      mqttPacket.generate({ cmd: 'publish', topic, payload, qos: 0, dup: false, retain: false }),
    );
    return true;
  };
  const first = await openMachine(port, machine);
  if (first === null) throw new Error(`machine ${machine.id} was refused`);
  void follow(first);
  return lift;

  /** @param {NonNullable<Awaited<ReturnType<typeof openMachine>>>} opened */
  async function follow(opened) {
    current = opened.socket;
    openMachines += 1;
    await opened.closed;
    current = null;
    openMachines -= 1;
    for (;;) {
      await sleep(retryMs * (1 + Math.random()));
      const again = await openMachine(port, machine);
      if (again !== null) return void follow(again);
    }
  }
}

/**
 * Lets every machine send a rep every two seconds, evenly spread.
 *
 * @param {number} seconds
 * @param {readonly (() => boolean)[]} lifts
 */
async function liftFor(seconds, lifts) {
  latencies = [];
  let sent = 0;
  const endsAt = clock() + seconds * 1000;
  await Promise.all(
    lifts.map(async (lift, at) => {
      await sleep((at / lifts.length) * repEveryMs);
      while (clock() < endsAt) {
        if (lift()) sent += 1;
        await sleep(repEveryMs);
      }
    }),
  );
  await sleep(1000);
  return { sent, latencies, openPages, openMachines };
}

const [task] = /** @type {[Task]} */ (await once(process, 'message'));
const startedAt = clock();
await openAll(task.pages, async (page) => await openPage(task.liveUrl, page));
const pagesMs = clock() - startedAt;
/** @type {(() => boolean)[]} */
const lifts = [];
await openAll(task.machines, async (machine) => {
  lifts.push(await runMachine(task.brokerPort, machine));
});
process.send?.({ pagesMs });
for (;;) {
  const [order] = /** @type {[Order]} */ (await once(process, 'message'));
  process.send?.(await liftFor(order.seconds, lifts));
}
