import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { EmbeddedServer } from '#support/server/embedded-server.ts';
import { projectRoot, runSimulator, type Simulator } from '#support/machines/simulator.ts';

const run = promisify(execFile);

/** Starts the lock of a gym with the output of the operator's command. `say` types codes. */
export async function startDoor(embedded: EmbeddedServer, gymId: number): Promise<Simulator> {
  const program = path.join(projectRoot, 'apps/api/dist/machines.js');
  const { stdout } = await run(process.execPath, [program, 'door', String(gymId)], {
    env: { ...process.env, DATA_DIR: embedded.dataDir, SEED: 'none' },
  });
  const read = (name: string) => new RegExp(`^ *${name} +(\\S+)$`, 'm').exec(stdout)?.[1] ?? '';
  const who = ['--door', String(gymId), '--secret', read('password')];
  const lock = ['--door-secret', read('secret'), '--seats', read('seats')];
  const door = await runSimulator(embedded, `door ${gymId}`, [...who, ...lock]);
  await door.waitFor('connected');
  return door;
}
