import { randomUUID } from 'node:crypto';
import { chown, type FileHandle, mkdir, open, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '#embedded/durable-file.ts';
import type { ClusterLocation } from '#embedded/postgres/cluster-location.ts';
import type { ServerAccount } from '#embedded/postgres/server-account.ts';
import { BackupError } from './backup-error.ts';
import type { PartSink } from './backup-frames.ts';
import { readParts } from './read-backup-file.ts';

const prefix = 'cluster/';

/**
 * Writes the data folder under another name and renames it when it is complete. Nothing is synced
 * here, because PostgreSQL syncs the whole folder when it recovers.
 */
export async function restoreCluster(file: FileHandle, location: ClusterLocation): Promise<void> {
  const draft = path.join(location.home, `draft-${randomUUID()}`);
  const data = path.join(draft, 'data');
  await mkdir(data, { recursive: true, mode: 0o700 });
  await readParts(file, async (name) =>
    name.startsWith(prefix) ? await openPlace(data, name.slice(prefix.length)) : null,
  );
  if (location.account !== null) await giveTo(location.account, draft);
  await rename(data, location.data);
  await syncFolder(location.home);
}

async function openPlace(data: string, name: string): Promise<PartSink | null> {
  const steps = name.replace(/\/$/, '').split('/');
  if (steps.some((step) => !/^[A-Za-z0-9_.-]+$/.test(step) || /^\.+$/.test(step))) {
    throw new BackupError(`the backup has a file with the name ${JSON.stringify(name)}`);
  }
  const place = path.join(data, ...steps);
  await mkdir(name.endsWith('/') ? place : path.dirname(place), { recursive: true, mode: 0o700 });
  if (name.endsWith('/')) return null;
  const handle = await open(place, 'wx', 0o600);
  return {
    write: async (chunk) => {
      await handle.writeFile(chunk);
    },
    close: () => handle.close(),
  };
}

async function giveTo(account: ServerAccount, folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) await giveTo(account, file);
    else await chown(file, account.uid, account.gid);
  }
  await chown(folder, account.uid, account.gid);
}
