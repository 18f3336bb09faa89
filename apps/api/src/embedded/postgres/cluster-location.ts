import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readIfThere, readOrCreateFile } from '#embedded/durable-file.ts';
import { StartupError } from '#config/startup-error.ts';
import { makeSharedFolder } from './binaries.ts';
import { canReachOnceMade, chooseServerAccount, type ServerAccount } from './server-account.ts';

interface Owner {
  readonly control: string;
  readonly device: number;
  readonly inode: number;
}

/**
 * Records which DATA_DIR owns the database outside of it, because a copied DATA_DIR names the
 * database of its original. A moved folder keeps its database, and a copy is rejected while the
 * original exists.
 */
async function claimOutsideHome(home: string, control: string, location: string): Promise<void> {
  const file = path.join(home, 'owner.json');
  const { dev, ino } = await stat(control);
  const me: Owner = { control, device: dev, inode: ino };
  const text = await readIfThere(file);
  const owner = text === null ? null : parseOwner(text);
  if (owner !== null && !isSameFolder(owner, me)) {
    const theirs = await readIfThere(path.join(owner.control, path.basename(location)));
    if (theirs === (await readFile(location, 'utf8')) && (await isStillThere(owner))) {
      throw new StartupError(
        `${path.dirname(control)} is a copy of ${path.dirname(owner.control)} and shares its database ${home}: ` +
          `delete ${control} to begin with an empty database`,
      );
    }
  }
  if (owner === null || !isSameFolder(owner, me) || owner.control !== control) {
    await writeFile(file, `${JSON.stringify(me)}\n`, { mode: 0o600 });
  }
}

/**
 * Parses the record of the owner. Returns `null` for a file that a crash left empty, which is then
 * written again.
 */
function parseOwner(text: string): Owner | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const { control, device, inode } = { control: null, device: null, inode: null, ...value };
    if (typeof control !== 'string' || typeof device !== 'number' || typeof inode !== 'number') {
      return null;
    }
    return { control, device, inode };
  } catch {
    return null;
  }
}

function isSameFolder(a: Owner, b: Owner): boolean {
  return a.device === b.device && a.inode === b.inode;
}

async function isStillThere(owner: Owner): Promise<boolean> {
  const { dev, ino } = await stat(owner.control);
  return dev === owner.device && ino === owner.inode;
}

export interface ClusterLocation {
  readonly account: ServerAccount | null;
  /** Folder below DATA_DIR that only the program can read. It contains the passwords. */
  readonly control: string;
  /** Folder of the program that the server's account can pass through. */
  readonly home: string;
  /** PostgreSQL's data folder. It exists only when it is complete. */
  readonly data: string;
}

export const defaultOutsideRoot = '/var/lib/tanren';

/**
 * Finds the folder of this DATA_DIR's database: inside it, or, when the process is root and the
 * server's account cannot enter it (a project below /root), in its own folder below `outsideRoot`.
 * The file `location` in DATA_DIR names that folder by a random id, so two DATA_DIRs never share
 * one, and a deleted DATA_DIR means a new database.
 */
export async function findClusterLocation(
  dataDir: string,
  outsideRoot: string = defaultOutsideRoot,
): Promise<ClusterLocation> {
  const control = path.join(dataDir, 'postgres');
  const location = path.join(control, 'location');
  const known = await findKnownHome(dataDir, outsideRoot);
  const account = await chooseServerAccount(known === null ? null : existingData(known));
  await makePrivateFolders(dataDir, control, account);
  const home = known ?? (await chooseHome(control, location, outsideRoot, account));
  if (home !== control) {
    await makeSharedFolder(path.dirname(home));
    await makeEnterableFolder(home);
    await claimOutsideHome(home, control, location);
  }
  if (account !== null && !(await canReachOnceMade(account, home))) {
    throw new StartupError(
      `user ${account.uid} cannot enter ${home}, where the database lies: move DATA_DIR or set DATABASE_URL`,
    );
  }
  return { account, control, home, data: path.join(home, 'data') };
}

/** Returns the folder of the database, or `null` when this DATA_DIR has none yet. */
export async function findKnownHome(dataDir: string, outsideRoot: string): Promise<string | null> {
  const control = path.join(dataDir, 'postgres');
  if (existsSync(path.join(control, 'data'))) return control;
  const id = await readIfThere(path.join(control, 'location'));
  return id === null ? null : outsideHome(outsideRoot, id);
}

async function chooseHome(
  control: string,
  location: string,
  outsideRoot: string,
  account: ServerAccount | null,
): Promise<string> {
  if (account === null || (await canReachOnceMade(account, control))) return control;
  const id = await readOrCreateFile(location, () => `${randomBytes(12).toString('hex')}\n`);
  return outsideHome(outsideRoot, id);
}

function outsideHome(outsideRoot: string, id: string): string {
  if (!/^[0-9a-f]{24}\n$/.test(id))
    throw new StartupError('the file postgres/location in DATA_DIR is damaged');
  return path.join(outsideRoot, 'clusters', id.trim());
}

function existingData(home: string): string | null {
  const data = path.join(home, 'data');
  return existsSync(data) ? data : null;
}

async function makePrivateFolders(
  dataDir: string,
  control: string,
  account: ServerAccount | null,
): Promise<void> {
  const made = await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (made !== undefined && account !== null) await chmod(dataDir, 0o711);
  await (account === null
    ? mkdir(control, { recursive: true, mode: 0o700 })
    : makeEnterableFolder(control));
}

/** Makes a folder that other accounts can pass through but not list. */
async function makeEnterableFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o711 });
  await chmod(folder, 0o711);
}
