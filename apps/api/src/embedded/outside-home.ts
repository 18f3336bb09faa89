import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '#startup-error.ts';
import { readIfThere } from './write-once.ts';

interface Owner {
  readonly control: string;
  readonly device: number;
  readonly inode: number;
}

/**
 * A copied DATA_DIR names the database of its original. The database therefore remembers
 * which folder it belongs to: a moved folder keeps it, a copy is refused while the
 * original is there.
 */
export async function claimOutsideHome(
  home: string,
  control: string,
  location: string,
): Promise<void> {
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

/** null for a file that a crash left empty: it is then written anew. */
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
