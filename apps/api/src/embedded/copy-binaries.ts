import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '#error-code.ts';
import { StartupError } from '#startup-error.ts';

/** For building extensions only: half of the package's files. */
const notNeeded = /\.a$|\/pkgconfig$|\/pgxs$|\/include$/;

/**
 * A copy that everyone may read and only we may change. It is made under another name
 * first, so a folder with the final name is always whole.
 */
export async function copyBinaries(
  native: string,
  destination: string,
  finish: (copy: string) => Promise<boolean>,
): Promise<string> {
  if (existsSync(destination)) return destination;
  const draft = `${destination}.${randomUUID()}`;
  try {
    await makeSharedFolder(path.dirname(destination));
    await copyTree(native, draft);
    await finish(draft);
    await rename(draft, destination);
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
    // Another process was faster.
    if (existsSync(destination)) return destination;
    throw new StartupError(
      `cannot copy PostgreSQL to ${destination} (${errorCode(error) ?? 'unknown reason'}): make it writable or set DATABASE_URL`,
      { cause: error },
    );
  }
  return destination;
}

/** A folder whose mode does not depend on the umask. */
export async function makeSharedFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  if (made === undefined) return;
  for (let below = folder; ; below = path.dirname(below)) {
    await chmod(below, 0o755);
    if (below === made) return;
  }
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    const target = path.join(to, entry.name);
    if (notNeeded.test(source)) continue;
    if (entry.isDirectory()) await copyTree(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else {
      await copyFile(source, target);
      await chmod(target, path.basename(from) === 'bin' || /\.so/.test(entry.name) ? 0o755 : 0o644);
    }
  }
}
