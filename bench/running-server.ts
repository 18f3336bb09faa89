import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../apps/api/dist/main.js', import.meta.url));

export interface BenchServer {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  /** Returns the port of its broker for machines. */
  readonly readMqttPort: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Starts the built server with these settings and its own data folder. */
export async function startBenchServer(
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tanren-bench-'));
  // The database of root runs under another account, which must be able to enter the folder.
  await chmod(dataDir, 0o711);
  const server = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      MQTT_PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      SEED: 'none',
      DRAIN_SECONDS: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  server.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const find = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = pattern.exec(output)?.[1];
      if (found !== undefined) return found;
      if (server.exitCode !== null) throw new Error('The server ended.');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    url: await find(/(http:\/\/localhost:\d+)/),
    pid: server.pid ?? 0,
    dataDir,
    readMqttPort: async () => Number(await find(/MQTT broker.* on port (\d+)/)),
    async stop() {
      server.kill('SIGTERM');
      await once(server, 'exit');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
