import { execFile } from 'node:child_process';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '#config/paths.ts';
import { makeScratchFolder } from './scratch-folder.ts';

const run = promisify(execFile);
const journal = 'apps/api/src/db/migrations/meta/_journal.json';

/**
 * Finds the previous release: the newest tag, or without tags the commit before the newest
 * migration. ROLL_OUT_FROM names another one. A clone without history has none, so a roll-out cannot
 * be tested there.
 */
export async function findEarlierRelease(): Promise<string> {
  const chosen = process.env['ROLL_OUT_FROM'] ?? (await findTag());
  try {
    const newest = await git('log', '-1', '--first-parent', '--format=%H', '--', journal);
    const before = chosen ?? `${newest.stdout.trim()}^1`;
    const { stdout } = await git('rev-parse', '--verify', `${before}^{commit}`);
    return stdout.trim();
  } catch (error) {
    throw new Error(
      'the history of main is not here: fetch it (git fetch --unshallow), or name the release before in ROLL_OUT_FROM',
      { cause: error },
    );
  }
}

/** Returns the newest tag of a release before the last commit, or `null` without one. */
async function findTag(): Promise<string | null> {
  return await git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^').then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
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
