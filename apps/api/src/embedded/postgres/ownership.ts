import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { advisoryLocks } from '#db/advisory-locks.ts';
import { StartupError } from '#config/startup-error.ts';
import { noBinaryMessage } from './binaries.ts';
import type { ClusterLocation } from './cluster-location.ts';
import { resetAdminPassword } from './cluster.ts';
import {
  findRunningPostmaster,
  killOrphans,
  removeStalePidFile,
  stopPostmaster,
} from './postmaster.ts';
import { adviseOn, withoutPrefix } from './server-failure.ts';
import {
  type FailedStart,
  type ServerProcess,
  type ServerSettings,
  startServerProcess,
} from './server-process.ts';

interface Ownership {
  readonly client: pg.Client;
}

type Claim = Ownership | 'taken' | 'too young' | 'unreachable';

/** Thrown when the server rejects the password in the file. */
class WrongPassword extends Error {}

interface AcquireOptions {
  readonly location: ClusterLocation;
  readonly postgres: string;
  readonly password: string;
  readonly settings: ServerSettings;
  readonly adminUrl: (port: number) => string;
}

interface OwnedServer {
  readonly server: ServerProcess;
  readonly ownership: Ownership;
}

/** Maximum wait for the server of another process to start or stop. */
const longestWaitMs = 90_000;
/**
 * Maximum number of attempts. A faster process is known after the first one, and a password is set
 * only once.
 */
const maxAttempts = 5;
/**
 * Age in seconds below which a server without an owner may just have been started by another
 * process.
 */
const leftoverAgeSeconds = 1;

/** Tries until this process owns a server that it started, or finds that another process does. */
export async function acquireServer(options: AcquireOptions): Promise<OwnedServer> {
  const { location } = options;
  // The deadline uses a clock that cannot be set, because the time of day may jump.
  const deadline = performance.now() + longestWaitMs;
  let reason = 'another server on its folder does not answer';
  let resets = 0;
  while (performance.now() < deadline) {
    const running = await findRunningPostmaster(location.data);
    if (running === null) {
      await removeStalePidFile(location.data);
      const server = await startServerProcess(location, options.postgres, options.settings);
      if ('reason' in server) {
        reason = server.reason;
        await throwUnlessRetryable(location, server);
      } else {
        const ownership = await claimOwn(options, server, (resets += 1));
        if (ownership !== null) return { server, ownership };
      }
    } else {
      await stopLeftover(options, running.pid, running.port);
    }
    // The wait is random, so that two processes that start together do not repeat in step.
    await sleep(20 + Math.random() * 80);
  }
  throw startFailure(location, reason);
}

/** Claims the server that this process started. Returns `null` when another attempt is needed. */
async function claimOwn(
  options: AcquireOptions,
  server: ServerProcess,
  attempt: number,
): Promise<Ownership | null> {
  const { location, postgres, password } = options;
  try {
    const claim = await claimServer(options.adminUrl(server.port));
    return typeof claim === 'object' ? claim : null;
  } catch (error) {
    await stopPostmaster(server.pid, location.data);
    if (!(error instanceof WrongPassword)) throw startFailure(location, String(error));
    // The password file was lost or replaced. The owner of the data folder may set a new password.
    const errorText = await resetAdminPassword(location, postgres, password);
    if (errorText === null && attempt < maxAttempts) return null;
    throw startFailure(location, errorText ?? `it refuses the password in ${location.control}`);
  }
}

async function stopLeftover(options: AcquireOptions, pid: number, port: number): Promise<void> {
  const { location, adminUrl } = options;
  const inUse = `another process is using the database in ${location.home}: stop it or set another DATA_DIR`;
  const claim = await claimServer(adminUrl(port), leftoverAgeSeconds).catch((error: unknown) => {
    const reason = `${inUse} (process ${pid} runs there, and refuses the password in ${location.control})`;
    throw new StartupError(error instanceof WrongPassword ? reason : inUse, { cause: error });
  });
  if (claim === 'taken') throw new StartupError(inUse);
  if (typeof claim !== 'object') return;
  await stopPostmaster(pid, location.data);
  await claim.client.end().catch(() => undefined);
}

/** Throws unless another attempt may succeed. */
async function throwUnlessRetryable(
  location: ClusterLocation,
  failure: FailedStart,
): Promise<void> {
  const { reason } = failure;
  if (reason === noBinaryMessage) throw new StartupError(reason);
  if (reason.includes('pre-existing shared memory block')) return killOrphans(location.data);
  const passing = ['could not create any TCP/IP sockets', 'lock file "postmaster.pid"'];
  if (passing.some((text) => reason.includes(text))) return;
  throw startFailure(location, reason);
}

function startFailure(location: ClusterLocation, reason: string): StartupError {
  const advice = adviseOn(reason);
  return new StartupError(
    `the embedded PostgreSQL in ${location.home} did not start: ` +
      (advice === null
        ? `${reason} (see server.log there)`
        : `${advice} (${withoutPrefix(reason)})`),
  );
}

/**
 * Takes the lock again after PostgreSQL has cut all connections, which it does when a backend
 * crashes. Without the lock, another process would consider the server abandoned. Returns a
 * function that ends it.
 */
export function maintainOwnership(
  ownership: Ownership,
  adminUrl: string,
  serverExited: Promise<void>,
  onInterrupted: () => void,
): () => void {
  const released = new AbortController();
  const release = () => released.abort();
  void serverExited.then(release);
  const watch = (client: pg.Client) => {
    client.on('end', () => {
      if (released.signal.aborted) return;
      onInterrupted();
      void reclaim();
    });
  };
  const reclaim = async () => {
    while (!released.signal.aborted) {
      const claim = await claimServer(adminUrl).catch(() => null);
      if (claim !== null && typeof claim === 'object') return watch(claim.client);
      await sleep(100);
    }
  };
  watch(ownership.client);
  return release;
}

/**
 * Takes the advisory lock that the owner of a server holds inside it. The lock belongs to a
 * connection, so it ends with the owner's process in every case, which a lock file cannot
 * guarantee. A server younger than `minimumAge` seconds is left to the process that started it.
 */
async function claimServer(adminUrl: string, minimumAge = 0): Promise<Claim> {
  const client = new pg.Client({
    connectionString: adminUrl,
    application_name: 'tanren owner',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  let claim: Claim = 'unreachable';
  try {
    await client.connect();
    claim = await tryLock(client, minimumAge);
  } catch (error) {
    if (isWrongPassword(error)) throw new WrongPassword('wrong password', { cause: error });
    // Waiting helps while the server starts, stops or is full, but not with any other error.
    const passing = ['53300', '57P01', '57P02', '57P03'];
    const said = error instanceof pg.DatabaseError ? (error.code ?? '') : '57P03';
    if (!passing.includes(said)) throw error;
  } finally {
    if (typeof claim !== 'object') await client.end().catch(() => undefined);
  }
  return claim;
}

/**
 * Returns whether the password is wrong. `pg` itself rejects an empty one or one with invalid
 * characters before it asks the server.
 */
function isWrongPassword(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === '28P01';
  return error instanceof Error && error.message.startsWith('SASL');
}

async function tryLock(client: pg.Client, minimumAge: number): Promise<Claim> {
  const age = await client.query<{ seconds: number }>(
    'select extract(epoch from clock_timestamp() - pg_postmaster_start_time())::float8 as seconds',
  );
  const young = isYoung(age.rows[0]?.seconds ?? 0, minimumAge);
  const lock = await client.query<{ claimed: boolean }>(
    'select $1 and pg_try_advisory_lock($2) as claimed',
    [!young, advisoryLocks.embeddedServerOwner],
  );
  if (lock.rows[0]?.claimed === true) return { client };
  return young ? 'too young' : 'taken';
}

/**
 * Returns whether the server is younger than `minimumAge`. A negative age means an old server: the
 * clock was set back after it started.
 */
export function isYoung(ageSeconds: number, minimumAge: number): boolean {
  return ageSeconds >= 0 && ageSeconds < minimumAge;
}
