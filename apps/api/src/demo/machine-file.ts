import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { toKilograms } from '@tanren/domain/loads';
import { workoutTypes } from '@tanren/domain/workout-types';
import { syncFolder } from '#embedded/write-once.ts';
import type { DemoMachine } from './demo-gyms.ts';

export interface MachineWithSecret extends DemoMachine {
  readonly secret: string;
}

/**
 * What the machine simulator signs in with; the database has only hashes. A crash leaves the
 * old file or the new one.
 */
export async function writeMachineFile(
  dataDir: string,
  machines: readonly MachineWithSecret[],
): Promise<string> {
  const file = path.join(dataDir, 'machines.json');
  const draft = `${file}.${randomUUID()}`;
  const content = { machines: machines.map(describeMachine) };
  await mkdir(dataDir, { recursive: true });
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(content, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dataDir);
  return file;
}

function describeMachine(machine: MachineWithSecret) {
  const { id, gymId, workoutTypeId, secret, minLoadHg, maxLoadHg, loadStepHg } = machine;
  return {
    id,
    gymId,
    workoutTypeId,
    name: workoutTypes.find((type) => type.id === workoutTypeId)?.name,
    secret,
    minLoad: toKilograms(minLoadHg),
    maxLoad: toKilograms(maxLoadHg),
    loadStep: toKilograms(loadStepHg),
  };
}
