import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { testKeys } from '@tanren/user-pool/testing/test-keys';
import pg from 'pg';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '#db/migrate.ts';
import { programRole, startEmbeddedPostgres } from '#embedded/postgres/postgres.ts';
import { migrationsFolder, projectRoot } from '#config/paths.ts';
import { replaceDatabase, sql } from './database.ts';
import {
  copyCluster,
  prepareCluster,
  removeCluster,
  removeDatabase,
} from './server/scratch-folder.ts';

interface ProgramBundle {
  readonly main: string;
}

/** The programs as they ship. Tests read their paths by `inject('programs')`. */
interface Programs {
  readonly server: ProgramBundle;
  /** The simulator. */
  readonly machine: ProgramBundle;
}

/** Builds beside `dist`, so that tests never touch a build in use. */
async function buildProgram(app: 'api' | 'machine'): Promise<ProgramBundle> {
  const root = path.join(projectRoot, 'apps', app);
  await mkdir(path.join(root, '.cache'), { recursive: true });
  const outDir = await mkdtemp(path.join(root, '.cache', 'test-'));
  // The program gives up root, so the other account must be able to read it, as in production.
  await chmod(outDir, 0o755);
  await build({
    root,
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'error',
    // Tests do not need source maps.
    build: { outDir, sourcemap: false },
  });
  return { main: path.join(outDir, 'main.js') };
}

async function buildPrograms(): Promise<Programs> {
  const [server, machine] = await Promise.all([buildProgram('api'), buildProgram('machine')]);
  return { server, machine };
}

async function removePrograms({ server, machine }: Programs): Promise<void> {
  for (const { main } of [server, machine]) {
    await rm(path.dirname(main), { recursive: true, force: true });
  }
}

interface TestServer {
  /** The address for a role that may create databases. */
  readonly adminUrl: string;
  /** The address for the program's role. On a borrowed server it is the same role. */
  readonly programUrl: string;
  readonly template: string;
  stop(): Promise<void>;
}

const folderPrefix = 'tanren-test-server-';

/** Starts one server for a whole run, with a migrated database that test files clone. */
async function startTestServer(
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
  // Root's database would otherwise be placed in another folder.
  await chmod(folder, 0o711);
  await writeFile(path.join(folder, 'runner'), String(process.pid));
  const dataDir = path.join(folder, 'data-dir');
  await copyCluster(preparedCluster, dataDir);
  const socketFolder = path.join(folder, 'socket');
  await mkdir(socketFolder);
  // Root's database runs under another account, which creates the socket itself.
  await chmod(socketFolder, 0o777);
  const server = await startEmbeddedPostgres({
    dataDir,
    // Nothing outlives the run, so nothing has to reach the disk or be vacuumed.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      wal_level: 'minimal',
      max_connections: '200',
      // Thousands of connections prove a password, each with one round of hashing instead of 4096.
      scram_iterations: '1',
      unix_socket_directories: socketFolder,
    },
  });
  const { username, password } = new URL(server.adminUrl);
  await sql(
    server.adminUrl,
    `alter role ${username} password ${pg.escapeLiteral(decodeURIComponent(password))}`,
  );
  return {
    adminUrl: throughSocket(server.adminUrl, socketFolder),
    programUrl: throughSocket(server.url, socketFolder),
    stop: async () => {
      await server.stop();
      await removeServer(folder);
    },
  };
}

/**
 * Adds the socket, which costs less processor time than TCP. Host and port stay in the address for
 * tests that put a proxy in between.
 */
function throughSocket(url: string, folder: string): string {
  return `${url}?host=${encodeURIComponent(folder)}`;
}

async function removeServer(folder: string): Promise<void> {
  await removeDatabase(path.join(folder, 'data-dir'));
  await rm(folder, { recursive: true, force: true });
}

/** Removes servers that killed runs left behind. */
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

declare module 'vitest' {
  interface ProvidedContext {
    testServer: { adminUrl: string; template: string };
    /** The address for the program's own role, without a database. */
    programUrl: string;
    /** The programs are built once for all tests that run them. */
    programs: Programs;
    /** A DATA_DIR to copy, see `makePreparedDataDir`. */
    preparedCluster: string;
  }
}

let made: { server: TestServer; programs: Programs; cluster: string } | null = null;

export async function setup(project: TestProject): Promise<void> {
  const [programs, cluster] = await Promise.all([buildPrograms(), prepareCluster(testKeys)]);
  const server = await startTestServer(process.env['TEST_DATABASE_URL'] || null, cluster);
  made = { server, programs, cluster };
  project.provide('testServer', { adminUrl: server.adminUrl, template: server.template });
  project.provide('programUrl', server.programUrl);
  project.provide('programs', programs);
  project.provide('preparedCluster', cluster);
}

export async function teardown(): Promise<void> {
  if (made === null) return;
  await made.server.stop();
  await removePrograms(made.programs);
  await removeCluster(made.cluster);
}
