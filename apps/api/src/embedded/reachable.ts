import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '#error-code.ts';
import type { ServerAccount } from './server-account.ts';

export type Permission = 'read' | 'enter';

/**
 * Whether the account can open a path, ancestors included. Access lists are not looked
 * at: they can only make us copy what could have stayed where it is.
 */
export async function canReach(
  account: ServerAccount,
  target: string,
  permission: Permission,
): Promise<boolean> {
  const real = await realpath(target);
  if (!(await permits(account, real, permission))) return false;
  for (let folder = path.dirname(real); ; folder = path.dirname(folder)) {
    if (!(await permits(account, folder, 'enter'))) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

/** The same for a folder that is yet to be made: its nearest existing ancestor decides. */
export async function canReachOnceMade(account: ServerAccount, folder: string): Promise<boolean> {
  try {
    return await canReach(account, folder, 'enter');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return canReachOnceMade(account, path.dirname(folder));
  }
}

async function permits(
  account: ServerAccount,
  target: string,
  permission: Permission,
): Promise<boolean> {
  const { uid, gid, mode } = await stat(target);
  const bit = permission === 'read' ? 4 : 1;
  if (uid === account.uid) return (mode & (bit << 6)) !== 0;
  if (gid === account.gid) return (mode & (bit << 3)) !== 0;
  return (mode & bit) !== 0;
}
