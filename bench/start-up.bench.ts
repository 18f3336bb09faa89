import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Measurement } from './measurement.ts';
import { findFreePort } from '@tanren/api/src/embedded/free-port.ts';

const SERVER = fileURLToPath(new URL('../apps/api/dist/main.js', import.meta.url));
const COLD_LIMIT_S = 5;
const WARM_LIMIT_S = 2;
const GIVE_UP_S = 60;

/** Measures the time from the start of the built server to its first answered page. */
export async function measure(): Promise<readonly Measurement[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tanren-bench-'));
  // The database of root runs under another account, which must be able to enter the folder.
  await chmod(dataDir, 0o711);
  try {
    return [
      {
        name: 'start-up, new data folder',
        value: await timeStart(dataDir),
        limit: COLD_LIMIT_S,
        unit: 's',
      },
      {
        name: 'start-up, existing data folder',
        value: await timeStart(dataDir),
        limit: WARM_LIMIT_S,
        unit: 's',
      },
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function timeStart(dataDir: string): Promise<number> {
  const port = await findFreePort();
  const startedAt = performance.now();
  const server = spawn(process.execPath, [SERVER], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      // The usual port may be taken by the broker of another server.
      MQTT_PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      SEED: 'none',
    },
  });
  const ended = new Promise<void>((resolve) => {
    server.once('exit', () => {
      resolve();
    });
  });
  try {
    while (!(await answers(port))) {
      if (server.exitCode !== null) throw new Error('The server ended before it answered.');
      if (performance.now() - startedAt > GIVE_UP_S * 1000) throw new Error('No answer.');
      await sleep(10);
    }
    return (performance.now() - startedAt) / 1000;
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

async function answers(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://localhost:${port}/login`);
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
