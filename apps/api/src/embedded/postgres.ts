import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { errorCode } from '#error-code.ts';
import { StartupError } from '#startup-error.ts';
import { ensureApplicationDatabase } from './application-database.ts';
import { provideBinaries } from './binaries.ts';
import { defaultOutsideRoot, findClusterPlace } from './cluster-place.ts';
import { connectionUrl } from './connection-url.ts';
import { ensureCluster, removeDrafts, superuser } from './init-cluster.ts';
import { keepOwnership } from './ownership.ts';
import { stopPostmaster } from './postmaster.ts';
import type { ServerSettings } from './server-settings.ts';
import { takeCharge } from './take-charge.ts';
import { readOrCreateFile } from './write-once.ts';

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** Told when the server ends although nobody stopped it. */
  readonly onLost?: (reason: string) => void;
  readonly settings?: ServerSettings;
  /** Where binaries and data go when the server's account cannot enter the project. */
  readonly outsideRoot?: string;
}

export interface EmbeddedPostgres {
  /** For the program: it reads and writes rows, and owns nothing. */
  readonly url: string;
  /** For the migrations: owner of the database, not a superuser. */
  readonly ownerUrl: string;
  /** For tests and repairs. */
  readonly adminUrl: string;
  readonly home: string;
  stop(): Promise<void>;
}

/** In the folder `postgres` of DATA_DIR. */
export const programPasswordFile = 'program-password';

/**
 * Starts PostgreSQL on the DATA_DIR. A server that a killed process left behind is
 * stopped first; one whose process lives is left alone, and we refuse to start.
 * That no two servers ever run on one folder is PostgreSQL's own guarantee, on which
 * every step here relies.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { place, binaries, passwords } = await prepare(options).catch((error: unknown) => {
    throw explainPermission(error, options.dataDir);
  });

  const adminUrl = (port: number) => connectionUrl(superuser, passwords.admin, port, 'postgres');
  const { server, ownership } = await takeCharge({
    place,
    postgres: binaries.postgres,
    password: passwords.admin,
    settings: options.settings ?? {},
    adminUrl,
  });
  const stop = async () => {
    await stopPostmaster(server.pid, place.data);
    await server.exited;
  };
  const urls = await ensureApplicationDatabase(ownership.client, passwords, server.port).catch(
    async (error: unknown) => {
      await stop();
      throw error;
    },
  );
  await removeDrafts(place);

  let stopping = false;
  void server.exited.then(() => {
    if (!stopping) options.onLost?.('the embedded PostgreSQL ended unexpectedly');
  });
  const release = keepOwnership(ownership, adminUrl(server.port), server.exited);
  return {
    url: urls.program,
    ownerUrl: urls.owner,
    adminUrl: adminUrl(server.port),
    home: place.home,
    stop: async () => {
      stopping = true;
      release();
      await stop();
    },
  };
}

async function prepare(options: EmbeddedPostgresOptions) {
  const outsideRoot = options.outsideRoot ?? defaultOutsideRoot;
  const place = await findClusterPlace(options.dataDir, outsideRoot);
  const copyRoot = place.account === null ? place.control : outsideRoot;
  const binaries = await provideBinaries(place.account, copyRoot);
  const passwords = {
    admin: await readPassword(place.control, 'password'),
    owner: await readPassword(place.control, 'owner-password'),
    program: await readPassword(place.control, programPasswordFile),
  };
  await ensureCluster(place, binaries, passwords.admin);
  return { place, binaries, passwords };
}

async function readPassword(control: string, name: string): Promise<string> {
  return await readOrCreateFile(path.join(control, name), () =>
    randomBytes(24).toString('base64url'),
  );
}

function explainPermission(error: unknown, dataDir: string): unknown {
  const code = errorCode(error);
  if (code === undefined || !['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(code)) return error;
  return new StartupError(
    `cannot use DATA_DIR ${dataDir} (${code}): it must belong to the user who starts this program and be writable`,
    { cause: error },
  );
}
