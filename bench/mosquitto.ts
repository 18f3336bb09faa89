import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeMosquitto } from '@tanren/api/src/mqtt/mosquitto-files.ts';

/** Starts a broker that knows these machines, or starts it again after a restart. */
export async function startMosquitto(
  dataDir: string,
  machines: readonly { id: number; secretHash: string }[],
  machinePort: number,
  nodePort: number,
): Promise<ChildProcess> {
  const folder = join(dataDir, 'mosquitto');
  await mkdir(folder, { recursive: true });
  const server = { username: 'tanren', password: 'bench', port: nodePort };
  const files = describeMosquitto({ server, machines, doors: [] }, folder);
  const settings = files['mosquitto.conf'].replace(
    /^listener 1883$/m,
    `listener ${machinePort} 127.0.0.1`,
  );
  await writeFile(join(folder, 'passwords'), files.passwords);
  await writeFile(join(folder, 'acl'), files.acl);
  // The line `user root` keeps a Mosquitto started by root from changing to an account that cannot
  // read the folder.
  await writeFile(join(folder, 'mosquitto.conf'), `user root\n${settings}`);
  const program = process.env['MOSQUITTO_PATH'] || '/usr/sbin/mosquitto';
  const broker = spawn(program, ['-c', join(folder, 'mosquitto.conf')], { stdio: 'ignore' });
  await Promise.all([waitForPort(machinePort), waitForPort(nodePort)]);
  return broker;
}

async function waitForPort(port: number): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await sleep(20);
  }
  throw new Error(`nothing listens on port ${port}`);
}
