import { execFile } from 'node:child_process';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { errorCode } from '#http/error-code.ts';
import { StartupError } from '#config/startup-error.ts';

export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

const run = promisify(execFile);
const ownAccountName = 'tanren';

/**
 * Returns an unprivileged account for PostgreSQL, which refuses to run as root. `null` when this
 * process is not root: then the server runs as the same user. The owner of existing data remains
 * its account, even when other accounts appear later.
 */
export async function chooseServerAccount(data: string | null): Promise<ServerAccount | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = data === null ? null : await stat(data);
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account =
    (await findAccount(ownAccountName)) ??
    (await createAccount()) ??
    // The machine's own PostgreSQL runs under this account, so it is only a fallback.
    (await findAccount('postgres')) ??
    (await findAccount('nobody'));
  if (account !== null) return account;
  throw new StartupError(
    'PostgreSQL cannot run as root and no other account was found: run as an ordinary user or set DATABASE_URL',
  );
}

async function findAccount(name: string): Promise<ServerAccount | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

/**
 * Creates the account. A number would suffice for the server, but `initdb` needs an entry in the
 * user database.
 */
async function createAccount(): Promise<ServerAccount | null> {
  const flags = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
  try {
    await run('useradd', [...flags, '--shell', '/usr/sbin/nologin', ownAccountName], {
      // Root may have the path of an ordinary user, which lacks the folders of useradd.
      env: { PATH: '/usr/sbin:/sbin:/usr/bin:/bin' },
    });
  } catch {
    // There is no useradd, or another process was faster: the next look-up shows which.
  }
  return findAccount(ownAccountName);
}

type Permission = 'read' | 'enter';

/**
 * Returns whether the account can open a path, including its ancestors. Access control lists are
 * ignored: the only consequence is an unnecessary copy.
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

/**
 * Returns whether the account can reach a folder that does not exist yet, by its nearest existing
 * ancestor.
 */
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
