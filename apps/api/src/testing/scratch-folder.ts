import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { removeDatabase } from './remove-database.ts';

/** A folder for one test. An embedded server that still runs on its `data-dir` is stopped first. */
export async function makeScratchFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(path.join(parent, 'tanren-scratch-'));
  await chmod(folder, 0o755);
  onTestFinished(async () => {
    await removeDatabase(path.join(folder, 'data-dir'));
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}
