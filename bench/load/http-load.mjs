import { Buffer } from 'node:buffer';
import { on, once } from 'node:events';
import { connect } from 'node:net';
import process from 'node:process';

/**
 * Calls a server from a separate process, one request after the other on each connection. Requests
 * are prepared before the measurement, and of an answer only the length is read: the callers use
 * the same cores as the server, and their cost must not be measured.
 *
 * @typedef {{port: number, connections: number, requests: string[]}} Task
 * @typedef {{status: number, length: number}} Answer
 */

const headEnd = Buffer.from('\r\n\r\n');

/** @param {Buffer} received @returns {Answer | null} */
function readAnswer(received) {
  const end = received.indexOf(headEnd);
  if (end === -1) return null;
  const head = received.toString('latin1', 0, end);
  const body = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
  if (!Number.isFinite(body)) throw new Error(`An answer without a length: ${head}`);
  return { status: Number(head.slice(9, 12)), length: end + headEnd.length + body };
}

/**
 * @param {import('node:net').Socket} socket
 * @param {() => Buffer | null} next
 * @param {number[]} times
 */
async function callInTurn(socket, next, times) {
  /** @type {Answer | null} */
  let answer = null;
  /** @type {Buffer} */
  let received = Buffer.alloc(0);
  let startedAt = 0;
  await new Promise((resolve, reject) => {
    const send = () => {
      const request = next();
      if (request === null) return resolve(undefined);
      startedAt = performance.now();
      socket.write(request);
    };
    const take = (/** @type {Buffer} */ chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      answer ??= readAnswer(received);
      if (answer === null || received.length < answer.length) return;
      if (answer.status !== 200) return reject(new Error(received.toString('utf8', 0, 1000)));
      times.push(performance.now() - startedAt);
      answer = null;
      received = Buffer.alloc(0);
      send();
    };
    socket.removeAllListeners('data').removeAllListeners('error');
    socket.on('data', take);
    socket.once('error', reject);
    send();
  });
}

const [task] = /** @type {[Task]} */ (await once(process, 'message'));
const requests = task.requests.map((text) => Buffer.from(text, 'latin1'));
const sockets = await Promise.all(
  Array.from({ length: task.connections }, async () => {
    const socket = connect(task.port, '127.0.0.1').setNoDelay();
    await once(socket, 'connect');
    return socket;
  }),
);
process.send?.('ready');
let turn = 0;
for await (const [ms] of /** @type {AsyncIterable<[number]>} */ (on(process, 'message'))) {
  /** @type {number[]} */
  const times = [];
  const until = performance.now() + ms;
  const next = () => {
    if (performance.now() >= until) return null;
    turn += 1;
    return requests[turn % requests.length] ?? null;
  };
  const startedAt = performance.now();
  await Promise.all(sockets.map((socket) => callInTurn(socket, next, times)));
  process.send?.({ ms: performance.now() - startedAt, times });
}
