import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrateDatabase } from '#db/migrate.ts';
import { programRole } from '#embedded/application-database.ts';
import { startEmbeddedPostgres } from '#embedded/postgres.ts';
import { migrationsFolder } from '#paths.ts';
import { replaceDatabase } from './database-url.ts';
import { copyCluster } from './prepared-cluster.ts';
import { removeDatabase } from './remove-database.ts';
import { sql } from './sql.ts';

export interface TestServer {
  /** A role that may create databases. */
  readonly adminUrl: string;
  /** The role that the program has; on a borrowed server the same. */
  readonly programUrl: string;
  readonly template: string;
  stop(): Promise<void>;
}

const folderPrefix = 'tanren-test-server-';

/** One server for a whole run, with a migrated database that test files clone. */
export async function startTestServer(
  configuredUrl: string | null,
  preparedCluster: string,
): Promise<TestServer> {
  const server =
    configuredUrl === null ? await startOwnServer(preparedCluster) : borrowServer(configuredUrl);
  const template = `tanren_template_${process.pid}_${Date.now()}`;
  await sql(server.adminUrl, `create database ${template}`);
  const program = configuredUrl === null ? programRole : null;
  await migrateDatabase(replaceDatabase(server.adminUrl, template), migrationsFolder, program);
  return {
    adminUrl: server.adminUrl,
    programUrl: server.programUrl,
    template,
    stop: async () => {
      await sql(server.adminUrl, `drop database ${template} with (force)`);
      await server.stop();
    },
  };
}

function borrowServer(adminUrl: string) {
  return { adminUrl, programUrl: adminUrl, stop: () => Promise.resolve() };
}

async function startOwnServer(preparedCluster: string) {
  await removeAbandonedServers();
  const folder = await mkdtemp(path.join(tmpdir(), folderPrefix));
  // Otherwise root's database would have to go elsewhere.
  await chmod(folder, 0o711);
  await writeFile(path.join(folder, 'runner'), String(process.pid));
  const dataDir = path.join(folder, 'data-dir');
  await copyCluster(preparedCluster, dataDir);
  const server = await startEmbeddedPostgres({
    dataDir,
    // Nothing here outlives the run, so nothing needs to reach the disk.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
    },
  });
  return {
    adminUrl: server.adminUrl,
    programUrl: server.url,
    stop: async () => {
      await server.stop();
      await removeServer(folder);
    },
  };
}

async function removeServer(folder: string): Promise<void> {
  await removeDatabase(path.join(folder, 'data-dir'));
  await rm(folder, { recursive: true, force: true });
}

/** Runs that were killed leave their server behind. */
async function removeAbandonedServers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue;
    const folder = path.join(tmpdir(), name);
    const runner = Number(
      await readFile(path.join(folder, 'runner'), 'utf8').catch(() => Number.NaN),
    );
    if (Number.isNaN(runner) || isAlive(runner)) continue;
    await removeServer(folder).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
