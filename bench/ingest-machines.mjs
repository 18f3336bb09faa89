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
    runs.push(async () => {
      let next = window;
      let acked = 0;
      for (const packet of packets.slice(0, window)) socket.write(packet);
      await new Promise((resolve) => {
        parser.on('packet', (packet) => {
          if (packet.cmd !== 'publish') return;
          const ack = /** @type {{result: string}} */ (JSON.parse(packet.payload.toString()));
          const { result } = ack;
          results[result] = (results[result] ?? 0) + 1;
          acked += 1;
          const reply = mqttPacket.generate({ cmd: 'puback', messageId: packet.messageId ?? 0 });
          const more = packets[next];
          next += 1;
          socket.write(more === undefined ? reply : Buffer.concat([reply, more]));
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
