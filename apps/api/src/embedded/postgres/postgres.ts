import { randomBytes } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { readOrCreateFile } from '#embedded/durable-file.ts';
import { errorCode } from '#http/error-code.ts';
import { StartupError } from '#config/startup-error.ts';
import { provideBinaries } from './binaries.ts';
import { defaultOutsideRoot, findClusterLocation } from './cluster-location.ts';
import { ensureCluster, removeDrafts, superuser } from './cluster.ts';
import { describeClockBehind } from './clock-watch.ts';
import { readControlFile } from './control-file.ts';
import { rejectCopyOfRunning } from './copied-cluster.ts';
import { maintainOwnership, acquireServer } from './ownership.ts';
import { findRunningPostmaster, stopPostmaster } from './postmaster.ts';
import type { ServerSettings } from './server-process.ts';
import { adviseOnEnd } from './server-failure.ts';
import { rejectUnfinishedRestore } from './unfinished-restore.ts';

/** Name of the database and of the role that owns it. */
const applicationName = 'tanren';
/** Role that the program itself signs in as. */
export const programRole = 'tanren_program';

interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** Called when the server ends without being stopped. */
  readonly onLost?: (reason: string) => void;
  /** Called with a warning for the operator while the server still works. */
  readonly onWarning?: (line: string) => void;
  readonly settings?: ServerSettings;
  /** Set by the restore command. Every other start is rejected until the restore is complete. */
  readonly restoring?: boolean;
  /** Folder for binaries and data when the server's account cannot enter the project. */
  readonly outsideRoot?: string;
}

interface EmbeddedPostgres {
  /** URL for the program, whose role reads and writes rows and owns nothing. */
  readonly url: string;
  /** URL for the migrations, whose role owns the database but is no superuser. */
  readonly ownerUrl: string;
  /** URL of the superuser, for tests and repairs. */
  readonly adminUrl: string;
  readonly home: string;
  stop(): Promise<void>;
}

/** Names of the password files in the folder `postgres` of DATA_DIR. */
const adminPasswordFile = 'password';
const programPasswordFile = 'program-password';

/**
 * Starts PostgreSQL on the DATA_DIR. Stops a server that a killed process left behind. Throws when
 * the server belongs to a living process. Every step relies on PostgreSQL's guarantee that no two
 * servers run on one folder.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { location, binaries, passwords } = await prepare(options).catch((error: unknown) => {
    throw explainPermission(error, options.dataDir);
  });

  const adminUrl = (port: number) => connectionUrl(superuser, passwords.admin, port, 'postgres');
  const { server, ownership } = await acquireServer({
    location,
    postgres: binaries.postgres,
    password: passwords.admin,
    settings: options.settings ?? {},
    adminUrl,
  });
  const stop = async () => {
    await stopPostmaster(server.pid, location.data);
    await server.exited;
  };
  const urls = await ensureApplicationDatabase(ownership.client, passwords, server.port).catch(
    async (error: unknown) => {
      await stop();
      throw error;
    },
  );
  await removeDrafts(location);

  let stopping = false;
  const readAdvice = async () => adviseOnEnd(await server.readLog().catch(() => ''));
  void server.exited.then(async () => {
    const advice = await readAdvice();
    const because = advice === null ? '' : `: ${advice}`;
    if (!stopping) options.onLost?.(`the embedded PostgreSQL ended unexpectedly${because}`);
  });
  // A crash from which the server recovers by itself is logged if its log says what to do.
  const warnOfCrash = async () => {
    const advice = await readAdvice();
    if (advice !== null) options.onWarning?.(`The embedded PostgreSQL crashed: ${advice}.`);
  };
  const release = maintainOwnership(
    ownership,
    adminUrl(server.port),
    server.exited,
    () => void warnOfCrash(),
  );
  return {
    url: urls.program,
    ownerUrl: urls.owner,
    adminUrl: adminUrl(server.port),
    home: location.home,
    stop: async () => {
      stopping = true;
      release();
      await stop();
    },
  };
}

async function prepare(options: EmbeddedPostgresOptions) {
  const outsideRoot = options.outsideRoot ?? defaultOutsideRoot;
  const location = await findClusterLocation(options.dataDir, outsideRoot);
  if (options.restoring !== true) rejectUnfinishedRestore(location.control);
  const copyRoot = location.account === null ? location.control : outsideRoot;
  const binaries = await provideBinaries(location.account, copyRoot);
  const passwords = {
    admin: await readPassword(location.control, adminPasswordFile),
    owner: await readPassword(location.control, 'owner-password'),
    program: await readPassword(location.control, programPasswordFile),
  };
  await ensureCluster(location, binaries, passwords.admin);
  await rejectCopyOfRunning(location);
  const behind = describeClockBehind((await readControlFile(location.data))?.writtenAt, new Date());
  if (behind !== null) options.onWarning?.(behind);
  return { location, binaries, passwords };
}

async function readPassword(control: string, name: string): Promise<string> {
  const file = path.join(control, name);
  const text = await readOrCreateFile(file, () => randomBytes(24).toString('base64url'));
  const password = text.trim();
  // Other characters could have a special meaning for PostgreSQL, `pg` or a URL.
  if (/^[A-Za-z0-9_-]{16,100}$/.test(password)) return password;
  throw new StartupError(
    `${file} does not hold a password of this program: delete it, and the next start makes a new one; the data stays`,
  );
}

function explainPermission(error: unknown, dataDir: string): unknown {
  const code = errorCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new StartupError(`the disk of DATA_DIR ${dataDir} is full: make room and start again`, {
      cause: error,
    });
  }
  if (code === undefined || !['EACCES', 'EPERM', 'EROFS'].includes(code)) return error;
  return new StartupError(
    `cannot use DATA_DIR ${dataDir} (${code}): it must belong to the user who starts this program and be writable`,
    { cause: error },
  );
}

interface PostgresForCommand {
  readonly url: string;
  /**
   * URL for the migrations. `null` when a server process uses the database: it has already run
   * them.
   */
  readonly ownerUrl: string | null;
  /** URL of the superuser, for a backup. */
  readonly adminUrl: string;
  /** PostgreSQL's data folder. */
  readonly data: string;
  close(): Promise<void>;
}

/** Opens the database of a DATA_DIR for a short command, with or without a running server. */
export async function connectEmbeddedPostgres(dataDir: string): Promise<PostgresForCommand> {
  const { control, data } = await findClusterLocation(dataDir);
  const running = await findRunningPostmaster(data);
  if (running?.ready === true) {
    const urlFor = async (role: string, passwordFile: string) => {
      const password = await readPassword(control, passwordFile);
      return connectionUrl(role, password, running.port, applicationName);
    };
    return {
      url: await urlFor(programRole, programPasswordFile),
      ownerUrl: null,
      adminUrl: await urlFor(superuser, adminPasswordFile),
      data,
      close: async () => {},
    };
  }
  const own = await startEmbeddedPostgres({ dataDir });
  const adminUrl = new URL(own.adminUrl);
  adminUrl.pathname = `/${applicationName}`;
  const { url, ownerUrl } = own;
  return { url, ownerUrl, adminUrl: adminUrl.href, data, close: () => own.stop() };
}

interface ApplicationPasswords {
  readonly owner: string;
  readonly program: string;
}

interface ApplicationUrls {
  /** URL for the migrations, which own the tables. */
  readonly owner: string;
  readonly program: string;
}

/**
 * Makes the database, its owner role and the program's role. Neither role is a superuser: an SQL
 * injection must not reach the server's files or programs, and the program cannot even change its
 * tables. Each role has its own password, set again at every start, because the files may have been
 * lost and an earlier version had one password for all. Every step can be repeated, because a crash
 * may follow any of them.
 */
async function ensureApplicationDatabase(
  admin: pg.Client,
  passwords: ApplicationPasswords,
  port: number,
): Promise<ApplicationUrls> {
  await ensureRole(admin, applicationName, passwords.owner);
  await ensureRole(admin, programRole, passwords.program);
  const databases = await admin.query('select from pg_database where datname = $1', [
    applicationName,
  ]);
  if (databases.rowCount === 0)
    await admin.query(`create database ${applicationName} owner ${applicationName}`);
  return {
    owner: connectionUrl(applicationName, passwords.owner, port, applicationName),
    program: connectionUrl(programRole, passwords.program, port, applicationName),
  };
}

async function ensureRole(admin: pg.Client, name: string, password: string): Promise<void> {
  const roles = await admin.query('select from pg_roles where rolname = $1', [name]);
  const verb = roles.rowCount === 0 ? 'create' : 'alter';
  await admin.query(`${verb} role ${name} login password ${pg.escapeLiteral(password)}`);
}

export function connectionUrl(
  user: string,
  password: string,
  port: number,
  database: string,
): string {
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}
