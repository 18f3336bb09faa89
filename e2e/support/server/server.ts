import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const projectRoot = path.join(import.meta.dirname, '..', '..', '..');

export interface RunningServer {
  readonly url: string;
  /** Address of the embedded broker for machines. */
  readonly brokerUrl: string;
  readonly process: ChildProcess;
  readonly dataDir: string;
  stop(): Promise<void>;
}

function waitForAddresses(server: ChildProcess): Promise<{ url: string; brokerUrl: string }> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const url = /http:\/\/localhost:\d+/.exec(output)?.[0];
      const port = /MQTT broker.* on port (\d+)/.exec(output)?.[1] ?? '';
      // The server prints this line last, when everything is ready.
      if (url !== undefined && output.includes('Stop it with')) {
        resolve({ url, brokerUrl: `mqtt://127.0.0.1:${port}` });
      }
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
    server.once('exit', (code) => {
      reject(new Error(`the server ended with ${code} before it was ready:\n${output}`));
    });
  });
}

/** Starts the production build on a separate database, like `npm start`. */
export async function startServer(
  settings: Record<string, string>,
  root: string = projectRoot,
): Promise<RunningServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tanren-e2e-'));
  // The database of root runs under another account, which must be able to enter the folder.
  await chmod(dataDir, 0o711);
  const server = spawn(process.execPath, [path.join(root, 'apps/api/dist/main.js')], {
    env: {
      ...process.env,
      PORT: '0',
      MQTT_PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      SEED: 'none',
      // Tests that need tokens beside the pages get them with one request.
      USER_POOL_PASSWORD_AUTH: 'on',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const addresses = await waitForAddresses(server);
  return {
    ...addresses,
    process: server,
    dataDir,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      if (server.exitCode === null && server.signalCode === null) {
        server.kill('SIGTERM');
        await ended;
      }
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
