import { execFile } from 'node:child_process';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '#config/paths.ts';
import { makeScratchFolder } from './scratch-folder.ts';

const run = promisify(execFile);
const journal = 'apps/api/src/db/migrations/meta/_journal.json';

/**
 * Finds the previous release: the commit before the newest migration, or the revision in
 * ROLL_OUT_FROM. A clone without history has none, so a roll-out cannot be tested there.
 */
export async function findEarlierRelease(): Promise<string> {
  const chosen = process.env['ROLL_OUT_FROM'];
  try {
    const { stdout: newest } = await git(
      'log',
      '-1',
      '--first-parent',
      '--format=%H',
      '--',
      journal,
    );
    const { stdout } = await git('rev-parse', '--verify', chosen ?? `${newest.trim()}^1^{commit}`);
    return stdout.trim();
  } catch (error) {
    throw new Error(
      'the history of main is not here: fetch it (git fetch --unshallow), or name the release before in ROLL_OUT_FROM',
      { cause: error },
    );
  }
}

/** Builds the server of a revision in its own folder, with the packages that are installed here. */
export async function buildRelease(revision: string): Promise<string> {
  const folder = await makeScratchFolder();
  const archive = path.join(folder, 'release.tar');
  await git('archive', '--output', archive, revision);
  await run('tar', ['-xf', archive, '-C', folder]);
  await linkPackages(folder);
  const root = path.join(folder, 'apps', 'api');
  const vite = path.join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js');
  await run(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: root });
  return path.join(root, 'dist', 'main.js');
}

async function git(...args: string[]) {
  return await run('git', ['-C', projectRoot, ...args]);
}

/** Links external packages as they are here, and our own packages as they were. */
async function linkPackages(folder: string): Promise<void> {
  const installed = path.join(projectRoot, 'node_modules');
  const linked = path.join(folder, 'node_modules');
  await mkdir(path.join(linked, '@tanren'), { recursive: true });
  for (const name of await readdir(installed)) {
    if (name !== '@tanren') await symlink(path.join(installed, name), path.join(linked, name));
  }
  for (const name of await readdir(path.join(folder, 'packages'))) {
    await symlink(path.join(folder, 'packages', name), path.join(linked, '@tanren', name));
  }
}
