import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readIfThere } from '#embedded/durable-file.ts';
import { StartupError } from '#config/startup-error.ts';
import type { ClusterLocation } from './cluster-location.ts';
import { readControlFile } from './control-file.ts';

const placeFile = 'place.json';

/**
 * Throws when the data folder was copied while its server was running: its files are then of
 * different moments, and it may start and still be corrupt. The file `place.json` beside it
 * contains the inodes of the folder and its control file. A moved folder, a disk in another machine
 * and a snapshot of a whole file system keep them, a copy has others. A copy of a stopped server is
 * as good as its original and is accepted.
 *
 * Device numbers are not compared, because they change when the machine restarts.
 */
export async function rejectCopyOfRunning({ home, data }: ClusterLocation): Promise<void> {
  const file = path.join(home, placeFile);
  const place = await describePlace(data);
  const known = await readIfThere(file);
  if (place === null || known === place) return;
  // A file that a crash left empty proves nothing.
  if (known !== null && known !== '' && !(await isStopped(data))) {
    throw new StartupError(
      `${home} is a copy of a database that was running, and may be damaged without showing it: ` +
        'copy by npm run backup and npm run restore, or after stopping the server ' +
        `(if none was running while it was copied, delete ${file})`,
    );
  }
  await writeFile(file, place, { mode: 0o600 });
}

/**
 * Describes folder and control file by their inodes. Returns `null` when the control file is
 * missing, which the server itself reports.
 */
async function describePlace(data: string): Promise<string | null> {
  const inode = async (found: string) => String((await stat(found, { bigint: true })).ino);
  const control = path.join(data, 'global', 'pg_control');
  if (!existsSync(control)) return null;
  return `${JSON.stringify({ folder: await inode(data), control: await inode(control) })}\n`;
}

async function isStopped(data: string): Promise<boolean> {
  if (existsSync(path.join(data, 'postmaster.pid'))) return false;
  return (await readControlFile(data))?.cleanlyStopped === true;
}
