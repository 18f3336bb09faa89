import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import process from 'node:process';
import mqttPacket from 'mqtt-packet';

/**
 * Machines in a process of their own: each keeps a window of workouts under way and takes
 * the next when one is acked, as a machine does with a full journal. Packets are made before
 * the clock runs, and sent without a client library: real machines bring their own processors.
 *
 * @typedef {{id: number, secret: string, connectionId: string}} BenchMachine
 * @typedef {{port: number, machines: BenchMachine[], perMachine: number, window: number,
 *   startAt: number}} Task
 */

/** The packet type of MQTT. */
const publish = 3;
const repMs = 2500;
const spacingMs = 120_000;

/** @param {string} connectionId @param {number} startedAt @param {number} n */
function writeWorkout(connectionId, startedAt, n) {
  const loadKg = 40 + (n % 20) * 2.5;
  const reps = Array.from({ length: 10 }, () => ({ loadKg, ms: repMs }));
  return JSON.stringify({
    workoutUuid: randomUUID(),
    connectionId,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: new Date(startedAt + 100_000).toISOString(),
    sets: Array.from({ length: 3 }, () => ({ loadKg, reps })),
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
 * Finds the acks in what arrives, without a parser: the machines share our cores with the
 * server, and what they cost is not to be measured.
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
      // Packets of the server are below 16 KiB: their length has one byte or two.
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

/** @param {Task} task */
async function prepare({ port, machines, perMachine, window, startAt }) {
  /** @type {Record<string, number>} */
  const results = {};
  const runs = [];
  for (const machine of machines) {
    const packets = Array.from({ length: perMachine }, (_, n) =>
      mqttPacket.generate({
        cmd: 'publish',
        topic: `tanren/machines/${machine.id}/workouts`,
        payload: writeWorkout(machine.connectionId, startAt + n * spacingMs, n),
        qos: 1,
        messageId: n + 1,
        dup: false,
        retain: false,
      }),
    );
    const { socket, parser } = await signIn(machine, port);
    parser.removeAllListeners('packet');
    socket.removeAllListeners('data');
    runs.push(async () => {
      let next = window;
      let acked = 0;
      socket.write(Buffer.concat(packets.slice(0, window)));
      await new Promise((resolve) => {
        readAcks(socket, (acks) => {
          for (const { result } of acks) results[result] = (results[result] ?? 0) + 1;
          acked += acks.length;
          const more = packets.slice(next, next + acks.length);
          next += acks.length;
          socket.write(Buffer.concat([...acks.map(({ reply }) => reply), ...more]));
          if (acked === perMachine) resolve(undefined);
        });
      });
      socket.destroy();
    });
  }
  return { runs, results };
}

const [task] = /** @type {[Task]} */ (await once(process, 'message'));
const { runs, results } = await prepare(task);
process.send?.('ready');
await once(process, 'message');
const startedAt = performance.now();
await Promise.all(runs.map((run) => run()));
const ms = performance.now() - startedAt;
process.send?.({ ms, results }, () => process.disconnect());
