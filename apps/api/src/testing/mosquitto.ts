import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { describeMosquitto, type MosquittoAccounts } from '#mqtt/mosquitto-files.ts';
import { makeScratchFolder } from './scratch-folder.ts';

export interface Mosquitto {
  /** Where machines sign in. */
  readonly machinePort: number;
  /** With the server's account, for MQTT_URL. */
  readonly url: string;
  readonly folder: string;
  /** Like a power cut. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

const program = process.env['MOSQUITTO_PATH'] || '/usr/sbin/mosquitto';
const server = { username: 'tanren', password: 'a password of the test' };

/** A real Mosquitto with the files we export for it, on ports of its own, until the test ends. */
export async function startMosquitto(machines: MosquittoAccounts['machines']): Promise<Mosquitto> {
  const folder = await makeScratchFolder();
  const [machinePort, serverPort] = [await findFreePort(), await findFreePort()];
  const files = describeMosquitto({ server, machines }, folder);
  const settings = files['mosquitto.conf']
    .replace('listener 1883', `listener ${machinePort} 127.0.0.1`)
    .replace('listener 1884 127.0.0.1', `listener ${serverPort} 127.0.0.1`);
  await writeFile(path.join(folder, 'passwords'), files.passwords);
  await writeFile(path.join(folder, 'acl'), files.acl);
  // Started by root it would become another account, which cannot read the test's folder.
  await writeFile(path.join(folder, 'mosquitto.conf'), `user root\n${settings}`);

  let running: ChildProcess | null = null;
  const kill = async () => {
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  };
  const start = async () => {
    running = spawn(program, ['-c', path.join(folder, 'mosquitto.conf')], { stdio: 'ignore' });
    await Promise.all([waitForPort(machinePort), waitForPort(serverPort)]);
  };
  onTestFinished(kill);
  await start();
  const account = `${server.username}:${encodeURIComponent(server.password)}`;
  return { machinePort, url: `mqtt://${account}@127.0.0.1:${serverPort}`, folder, kill, start };
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function waitForPort(port: number): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const socket = connect(port, '127.0.0.1');
    const open = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (open) return;
    await sleep(20);
  }
  throw new Error(`nothing listens on port ${port}`);
}
