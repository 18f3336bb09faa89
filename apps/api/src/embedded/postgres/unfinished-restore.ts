import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { readOrCreateFile, syncFolder } from '#embedded/durable-file.ts';
import { StartupError } from '#startup-error.ts';

const mark = 'restoring';

/**
 * A restore that was killed half-way must not be taken for a database: without its data the program
 * would begin with an empty one, under the old keys. The returned function says that it is done.
 */
export async function markRestore(control: string): Promise<() => Promise<void>> {
  const file = path.join(control, mark);
  await readOrCreateFile(file, () => `${new Date().toISOString()}\n`);
  return async () => {
    await rm(file);
    await syncFolder(control);
  };
}

export function refuseUnfinishedRestore(control: string): void {
  if (!existsSync(path.join(control, mark))) return;
  throw new StartupError(
    `a restore into ${path.dirname(control)} was interrupted: delete that folder and restore again`,
  );
}
