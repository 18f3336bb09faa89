import type { Config, Environment } from '#config/config.ts';
import { readOwnersServer } from '#db/connect-primary.ts';
import { defaultOutsideRoot, findKnownHome } from '#embedded/postgres/cluster-location.ts';
import { connectEmbeddedPostgres } from '#embedded/postgres/postgres.ts';
import { readProgramVersion } from '#config/program-version.ts';
import { BackupError } from './backup-error.ts';
import { encodeBackup, type Part } from './backup-frames.ts';
import { type DatabaseFacts, readCluster } from './cluster-backup.ts';
import { once } from './cluster-files.ts';
import { readDump } from './database-dump.ts';
import { collectKeyFiles } from './key-files.ts';
import { encodeManifest, type Manifest } from './manifest.ts';
import { keysPart, type Passphrase } from './read-backup-file.ts';
import { sealKeys, signManifest } from './sealed-keys.ts';
import { rejectExisting, writeBackupFile } from './write-backup-file.ts';

interface BackupOrder {
  readonly to: string;
  readonly passphrase: Passphrase;
  /**
   * Whether `pg_dump` is used for an embedded database too. Such a backup can be restored into
   * other versions of PostgreSQL.
   */
  readonly dump: boolean;
}

interface Surroundings {
  readonly config: Config;
  readonly env: Environment;
  readonly signal?: AbortSignal | undefined;
}

export interface WrittenBackup {
  readonly manifest: Manifest;
  readonly size: number;
}

type Facts = DatabaseFacts & { readonly pgDump: number | null };

/**
 * Writes a backup of the running or stopped program. The data is streamed and never held in memory.
 */
export async function writeBackup(
  order: BackupOrder,
  { config, env, signal }: Surroundings,
): Promise<WrittenBackup> {
  rejectExisting(order.to);
  const database = await openSource(config);
  try {
    const kind = database.data === null || order.dump ? 'dump' : 'cluster';
    const files = await collectKeyFiles(config, kind === 'cluster');
    const keys = order.passphrase === null ? null : await sealKeys(order.passphrase, files);
    const startedAt = new Date();
    const found: { facts?: Facts; manifest?: Manifest } = {};
    async function* readParts(): AsyncGenerator<Part> {
      if (keys !== null) yield { name: keysPart, content: once(keys.sealed) };
      if (kind === 'dump' || database.data === null) {
        const tools = { pgDump: config.backup.pgDump, env };
        yield* readDump(database.url, tools, (facts) => (found.facts = facts));
        return;
      }
      const source = { adminUrl: database.url, data: database.data };
      for await (const part of readCluster(
        source,
        (facts) => (found.facts = { ...facts, pgDump: null }),
      )) {
        yield { ...part, name: `cluster/${part.name}` };
      }
    }
    const content = encodeBackup(readParts(), (parts) => {
      if (found.facts === undefined) throw new Error('nothing was told of the database');
      const manifest: Manifest = {
        format: 1,
        kind,
        program: readProgramVersion(),
        ...found.facts,
        platform: `${process.platform}-${process.arch}`,
        startedAt: startedAt.toISOString(),
        finishedAt: new Date().toISOString(),
        keys: keys === null ? [] : [...files.keys()],
        parts,
      };
      found.manifest = manifest;
      const bytes = encodeManifest(manifest);
      return {
        manifest: bytes,
        signature: keys === null ? null : signManifest(keys.signingKey, bytes),
      };
    });
    const size = await writeBackupFile(order.to, content, signal);
    if (found.manifest === undefined) throw new Error('the backup has no manifest');
    return { manifest: found.manifest, size };
  } finally {
    await database.close();
  }
}

interface DatabaseSource {
  readonly url: string;
  /**
   * Data folder of the embedded server. `null` for an external database, which is backed up by
   * `pg_dump`.
   */
  readonly data: string | null;
  close(): Promise<void>;
}

async function openSource(config: Config): Promise<DatabaseSource> {
  const { dataDir } = config;
  const url = readOwnersServer(config);
  if (url !== null) return { url, data: null, close: async () => {} };
  // Connecting would create a new, empty database in a DATA_DIR without one.
  if ((await findKnownHome(dataDir, defaultOutsideRoot)) === null) {
    throw new BackupError(`there is no database in DATA_DIR ${dataDir}`);
  }
  const embedded = await connectEmbeddedPostgres(dataDir);
  return { url: embedded.adminUrl, data: embedded.data, close: () => embedded.close() };
}
