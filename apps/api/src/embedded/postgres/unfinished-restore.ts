import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { readOrCreateFile, syncFolder } from '#embedded/durable-file.ts';
import { StartupError } from '#config/startup-error.ts';

const mark = 'restoring';

/**
 * Marks the database as being restored, so that a restore killed half-way is not used: the program
 * would start with an empty database under the old keys. Returns a function that removes the mark.
 */
export async function markRestore(control: string): Promise<() => Promise<void>> {
  const file = path.join(control, mark);
  await readOrCreateFile(file, () => `${new Date().toISOString()}\n`);
  return async () => {
    await rm(file);
    await syncFolder(control);
  };
}

export function rejectUnfinishedRestore(control: string): void {
  if (!existsSync(path.join(control, mark))) return;
  throw new StartupError(
    `a restore into ${path.dirname(control)} was interrupted: delete that folder and restore again`,
  );
}
