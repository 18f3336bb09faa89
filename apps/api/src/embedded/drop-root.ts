import { existsSync } from 'node:fs';
import { lchown, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { linkBinaries } from '#embedded/postgres/binaries.ts';
import { defaultOutsideRoot, findKnownHome } from '#embedded/postgres/cluster-location.ts';
import {
  canReach,
  canReachOnceMade,
  chooseServerAccount,
  type ServerAccount,
} from '#embedded/postgres/server-account.ts';

interface DropRootOptions {
  readonly dataDir: string;
  /** Files that must be readable afterwards, such as the program itself. */
  readonly needs: readonly string[];
  readonly outsideRoot?: string;
}

/**
 * Changes the process from root to the account that PostgreSQL needs anyway, before it opens
 * anything, so that a vulnerability in the program gives no more than that account's rights.
 * DATA_DIR belongs to the account from then on. It happens before the server listens, because root
 * must never work in a folder that another account can change: a symbolic link in it could lead
 * root anywhere.
 *
 * @returns why the process is still root, or `null`
 */
export async function dropRoot(options: DropRootOptions): Promise<string | null> {
  if (process.getuid?.() !== 0) return null;
  const { dataDir, needs, outsideRoot = defaultOutsideRoot } = options;
  const home = await findKnownHome(dataDir, outsideRoot);
  const owned = [home === null ? null : path.join(home, 'data'), dataDir];
  const known = owned.find((folder) => folder !== null && existsSync(folder)) ?? null;
  const account = await chooseServerAccount(known).catch(() => null);
  if (account === null) return 'there is no other account to run it';
  const closed = await findUnreadable(account, dataDir, needs);
  if (closed !== null) return `user ${account.uid} cannot read ${closed}`;

  await linkBinaries();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (const folder of new Set([home ?? dataDir, dataDir])) {
    if (existsSync(folder) && (await stat(folder)).uid === 0) await giveToAccount(folder, account);
  }
  process.setgroups?.([account.gid]);
  process.setgid?.(account.gid);
  process.setuid?.(account.uid);
  return null;
}

async function findUnreadable(
  account: ServerAccount,
  dataDir: string,
  needs: readonly string[],
): Promise<string | null> {
  if (!(await canReachOnceMade(account, path.dirname(dataDir)))) return dataDir;
  for (const file of needs) {
    if (existsSync(file) && !(await canReach(account, file, 'read'))) return file;
  }
  return null;
}

/**
 * Gives a folder and its content to the account. The folder itself comes last, so that an
 * interrupted run starts over. Files that do not belong to root already belong to the account, or
 * were never the program's, and are left alone.
 */
async function giveToAccount(folder: string, account: ServerAccount): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const found = await lstat(file);
    if (found.uid !== 0) continue;
    if (found.isDirectory()) await giveToAccount(file, account);
    else await lchown(file, account.uid, account.gid);
  }
  await lchown(folder, account.uid, account.gid);
}
