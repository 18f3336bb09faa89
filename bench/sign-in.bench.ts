import {
  createDiffieHellman,
  createSign,
  generateKeyPairSync,
  getDiffieHellman,
  randomBytes,
} from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { callPool, readTokens } from '@tanren/user-pool/testing/pool-client';
import { signInWithSrp } from '@tanren/user-pool/testing/srp-client';
import type { Measurement } from './measurement.ts';
import { startBenchServer } from './running-server.ts';

const together = 4;
/**
 * Number of rounds until the node has compiled its code. A sign-in on a cold node takes a sixth
 * longer.
 */
const warmRounds = 100;
const rounds = 40;
const watchedRounds = 15;
const username = 'bench@tanren.example';
const password = 'iron-2024-gym';
const client = { ClientId: 'tanren-web' };

/** Minimum share of the exponentiations in the server's cost of a sign-in. */
const minShare = 0.7;
const healthLimitMs = 100;

/** Returns the processor time of a process. Linux counts it in hundredths of a second. */
async function readCpuMs(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function timeCpuMs(times: number, run: () => void): number {
  run();
  const before = process.cpuUsage();
  for (let round = 0; round < times; round += 1) run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}

/**
 * Measures three powers of the SRP group with exponents of 256 bits, and the two signatures of the
 * tokens.
 */
function measureBareMs(): number {
  const group = createDiffieHellman(getDiffieHellman('modp15').getPrime(), 2);
  const base = randomBytes(383);
  const power = timeCpuMs(60, () => {
    group.setPrivateKey(randomBytes(32));
    group.computeSecret(base);
  });
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signature = timeCpuMs(60, () => {
    createSign('RSA-SHA256').update('x').sign(privateKey);
  });
  return 3 * power + 2 * signature;
}

/**
 * Runs in a separate thread, because the clients in this one also compute and would delay its
 * clock.
 */
const healthWatcher = `
const { parentPort, workerData } = require('node:worker_threads');
const times = [];
let done = false;
parentPort.once('message', () => { done = true; });
(async () => {
  while (!done) {
    const startedAt = performance.now();
    await (await fetch(workerData + '/healthz')).arrayBuffer();
    times.push(performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  times.sort((a, b) => a - b);
  parentPort.postMessage(times[Math.floor(times.length * 0.99)]);
})();
`;

function watchHealth(url: string): () => Promise<number> {
  const worker = new Worker(healthWatcher, { eval: true, workerData: url });
  return async () => {
    const message = once(worker, 'message');
    worker.postMessage('done');
    const [p99] = (await message) as [number];
    return p99;
  };
}

/** Compares the server's cost of a sign-in with the exponentiations that are unavoidable. */
export async function measure(): Promise<readonly Measurement[]> {
  const server = await startBenchServer({ TRUSTED_PROXIES: '127.0.0.1, ::1' });
  try {
    const pool = `${server.url}/cognito/`;
    await callPool(pool, 'SignUp', { ...client, Username: username, Password: password });
    const ConfirmationCode = await server.readCode();
    await callPool(pool, 'ConfirmSignUp', { ...client, Username: username, ConfirmationCode });
    let phones = 0;
    const signIn = async () => {
      phones += 1;
      // The pool allows one address 300 sign-ins in five minutes, but each phone has its own
      // address.
      const headers = { 'x-forwarded-for': `198.51.100.${phones % 250}` };
      readTokens(await signInWithSrp(pool, { username, password, poolName: 'tanren', headers }));
    };
    const signInTogether = async (times: number) => {
      for (let round = 0; round < times; round += 1) {
        await Promise.all(Array.from({ length: together }, signIn));
      }
    };
    await signInTogether(warmRounds);

    const before = await readCpuMs(server.pid);
    await signInTogether(rounds);
    const costMs = ((await readCpuMs(server.pid)) - before) / (rounds * together);
    // The health check is separate, because on a slow computer its requests would cost the server
    // more than the sign-ins.
    const readHealth = watchHealth(server.url);
    await signInTogether(watchedRounds);
    const healthMs = await readHealth();
    const bareMs = measureBareMs();
    return [
      {
        name: `sign-in, server CPU (bare exponentiations ${bareMs.toFixed(1)} ms, share ${(bareMs / costMs).toFixed(2)})`,
        value: costMs,
        limit: bareMs / minShare,
        unit: 'ms',
      },
      {
        name: 'healthz p99 during sign-ins',
        value: healthMs,
        limit: healthLimitMs,
        unit: 'ms',
      },
    ];
  } finally {
    await server.stop();
  }
}
