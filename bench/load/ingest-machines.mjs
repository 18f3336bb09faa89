import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import process from 'node:process';
import mqttPacket from 'mqtt-packet';

/**
 * Runs machines in a separate process. Each has a window of workouts without an ack, and sends the
 * next when one is acknowledged, like a machine with a full journal. Packets are prepared before
 * the measurement and sent without a client library, because real machines have their own
 * processors.
 *
 * @typedef {{id: number, secret: string, connectionIds: string[]}} BenchMachine
 * @typedef {{port: number, machines: BenchMachine[], workoutsEach: number, plainMembers: number,
 *   window: number, startAt: number, spacingMs: number}} Task
 */

/** Packet type of PUBLISH in MQTT. */
const publish = 3;
const repMs = 2500;

/** @param {number} startMs */
const writeMeasures = (startMs) => ({
  startMs,
  concentricMs: 1000,
  eccentricMs: 1400,
  rangeMm: 400,
  meanVelocityMmPerS: 400,
  peakVelocityMmPerS: 520,
});

/**
 * Writes a workout. A member begins with the heaviest, so that one workout in ten is a best.
 *
 * @param {{connectionId: string, loadKg: number, isMeasured: boolean}} lifted
 * @param {number} startedAt
 */
function writeWorkout({ connectionId, loadKg, isMeasured }, startedAt) {
  const sets = Array.from({ length: 3 }, (_set, set) => {
    const reps = Array.from({ length: 10 }, (_rep, rep) => ({
      loadKg,
      ms: repMs,
      ...(isMeasured && writeMeasures((set * 10 + rep) * repMs)),
    }));
    return { loadKg, reps, ...(isMeasured && { startMs: set * 10 * repMs, seat: 4 }) };
  });
  return JSON.stringify({
    workoutUuid: randomUUID(),
    connectionId,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: new Date(startedAt + 100_000).toISOString(),
    sets,
  });
}

/** @param {BenchMachine} machine @param {number} port */
async function signIn({ id, secret }, port) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const parser = mqttPacket.parser();
  socket.on('data', (chunk) => parser.parse(chunk));
  const name = String(id);
  socket.write(
    mqttPacket.generate({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      clientId: name,
      username: name,
      password: Buffer.from(secret),
      keepalive: 300,
    }),
  );
  const [answer] = /** @type {[import('mqtt-packet').IConnackPacket]} */ (
    await once(parser, 'packet')
  );
  if (answer.returnCode !== 0) throw new Error(`machine ${id} was refused`);
  const subscriptions = [{ topic: `tanren/machines/${id}/acks`, qos: /** @type {const} */ (1) }];
  socket.write(mqttPacket.generate({ cmd: 'subscribe', messageId: 1, subscriptions }));
  await once(parser, 'packet');
  return { socket, parser };
}

/**
 * Finds the acks in the received data without a parser. The machines share the cores with the
 * server, and their cost must not be measured.
 *
 * @param {import('node:net').Socket} socket
 * @param {(acks: {result: string, reply: Buffer}[]) => void} take
 */
function readAcks(socket, take) {
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const acks = [];
    let at = 0;
    while (at + 2 <= rest.length) {
      // Packets of the server are below 16 KiB, so their length has one byte or two.
      const low = rest.readUInt8(at + 1);
      const header = low < 128 ? 2 : 3;
      if (at + header > rest.length) break;
      const length = low < 128 ? low : (low & 127) + rest.readUInt8(at + 2) * 128;
      const end = at + header + length;
      if (end > rest.length) break;
      if (rest.readUInt8(at) >> 4 === publish) {
        const id = at + header + 2 + rest.readUInt16BE(at + header);
        const reply = Buffer.from([0x40, 2, rest.readUInt8(id), rest.readUInt8(id + 1)]);
        const text = rest.toString('latin1', id + 2, end);
        acks.push({ result: /"result":"(\w+)"/.exec(text)?.[1] ?? text, reply });
      }
      at = end;
    }
    rest = rest.subarray(at);
    if (acks.length > 0) take(acks);
  });
}

/** @param {BenchMachine} machine @param {Task} task */
function writePackets({ id, connectionIds }, { workoutsEach, plainMembers, startAt, spacingMs }) {
  const sent = connectionIds.flatMap((connectionId, member) =>
    Array.from({ length: workoutsEach }, (_, n) => ({
      connectionId,
      loadKg: 40 + ((id + member) % 20) * 2.5 - (n === 0 ? 0 : 10),
      isMeasured: member >= plainMembers,
    })),
  );
  return sent.map((lifted, n) =>
    mqttPacket.generate({
      cmd: 'publish',
      topic: `tanren/machines/${id}/workouts`,
      payload: writeWorkout(lifted, startAt + n * spacingMs),
      qos: 1,
      messageId: n + 1,
      dup: false,
      retain: false,
    }),
  );
}

/** @param {Task} task */
async function prepare(task) {
  /** @type {{socket: import('node:net').Socket, packets: Buffer[]}[]} */
  const machines = [];
  for (const machine of task.machines) {
    const packets = writePackets(machine, task);
    const { socket, parser } = await signIn(machine, task.port);
    parser.removeAllListeners('packet');
    socket.removeAllListeners('data');
    machines.push({ socket, packets });
  }
  /** @param {number} from @param {number} to */
  return async (from, to) => {
    /** @type {Record<string, number>} */
    const results = {};
    const runs = machines.map(({ socket, packets }) =>
      sendWindowed(socket, packets.slice(from, to), task.window, (result) => {
        results[result] = (results[result] ?? 0) + 1;
      }),
    );
    await Promise.all(runs);
    return results;
  };
}

/**
 * @param {import('node:net').Socket} socket @param {Buffer[]} packets @param {number} window
 * @param {(result: string) => void} count
 */
async function sendWindowed(socket, packets, window, count) {
  let next = window;
  let acked = 0;
  socket.write(Buffer.concat(packets.slice(0, window)));
  await new Promise((resolve) => {
    readAcks(socket, (acks) => {
      for (const { result } of acks) count(result);
      acked += acks.length;
      const more = packets.slice(next, next + acks.length);
      next += acks.length;
      socket.write(Buffer.concat([...acks.map(({ reply }) => reply), ...more]));
      if (acked === packets.length) resolve(undefined);
    });
  });
  socket.removeAllListeners('data');
}

const [task] = /** @type {[Task]} */ (await once(process, 'message'));
const send = await prepare(task);
process.send?.('ready');
/** @param {[from: number, to: number]} range */
const run = async ([from, to]) => {
  const startedAt = performance.now();
  const results = await send(from, to);
  process.send?.({ ms: performance.now() - startedAt, results });
};
process.on('message', (range) => void run(/** @type {[number, number]} */ (range)));
