import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { advisoryLocks } from '#db/advisory-locks.ts';
import { StartupError } from '#startup-error.ts';
import { noBinaryMessage } from './binaries.ts';
import type { ClusterLocation } from './cluster-location.ts';
import { resetAdminPassword } from './cluster.ts';
import {
  findRunningPostmaster,
  killOrphans,
  removeStalePidFile,
  stopPostmaster,
} from './postmaster.ts';
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

/** Longest wait for a server that is not ours to come up or go down. */
const longestWaitMs = 90_000;
/** A server without an owner that is younger may just have been started by another process. */
const leftoverAgeSeconds = 1;

/** Tries until this process owns a server that it started, or learns that another one does. */
export async function acquireServer(options: AcquireOptions): Promise<OwnedServer> {
  const { location } = options;
  const deadline = Date.now() + longestWaitMs;
  let reason = 'another server on its folder does not answer';
  while (Date.now() < deadline) {
    const running = await findRunningPostmaster(location.data);
    if (running === null) {
      await removeStalePidFile(location.data);
      const server = await startServerProcess(location, options.postgres, options.settings);
      if ('reason' in server) {
        reason = server.reason;
        await throwUnlessRetryable(location, server);
      } else {
        const ownership = await claimOwn(options, server);
        if (ownership !== null) return { server, ownership };
      }
    } else {
      await stopLeftover(options, running.pid, running.port);
    }
    // Random, so that two processes that start at once do not go on in step.
    await sleep(20 + Math.random() * 80);
  }
  throw startFailure(location, reason);
}

async function claimOwn(options: AcquireOptions, server: ServerProcess): Promise<Ownership | null> {
  try {
    const claim = await claimServer(options.adminUrl(server.port));
    return typeof claim === 'object' ? claim : null;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    // The password file was lost or replaced. Who owns the data folder owns the data.
    await stopPostmaster(server.pid, options.location.data);
    await resetAdminPassword(options.location, options.postgres, options.password);
    return null;
  }
}

async function stopLeftover(options: AcquireOptions, pid: number, port: number): Promise<void> {
  const { location, adminUrl } = options;
  const inUse = `another process is using the database in ${location.home}: stop it or set another DATA_DIR`;
  const claim = await claimServer(adminUrl(port), leftoverAgeSeconds).catch((error: unknown) => {
    throw new StartupError(inUse, { cause: error });
  });
  if (claim === 'taken') throw new StartupError(inUse);
  if (typeof claim !== 'object') return;
  await stopPostmaster(pid, location.data);
  await claim.client.end().catch(() => undefined);
}

/** Returns when another attempt may succeed. */
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
  return new StartupError(
    `the embedded PostgreSQL in ${location.home} did not start: ${reason} (see server.log there)`,
  );
}

/**
 * After a crash of one backend PostgreSQL cuts every connection; the lock has to be
 * taken again, or another process would think the server abandoned. The returned function ends it.
 */
export function keepOwnership(
  ownership: Ownership,
  adminUrl: string,
  serverExited: Promise<void>,
): () => void {
  const released = new AbortController();
  const release = () => released.abort();
  void serverExited.then(release);
  const watch = (client: pg.Client) => {
    client.on('end', () => {
      if (!released.signal.aborted) void reclaim();
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
 * The owner of a server holds an advisory lock inside it. The lock belongs to a connection, so it
 * ends with the owner's process however that dies, which no lock file can promise.
 * A server younger than `minimumAge` seconds is left to the process that started it.
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
    // 28P01: the password is wrong, and waiting does not help.
    if (error instanceof pg.DatabaseError && error.code === '28P01') throw error;
  } finally {
    if (typeof claim !== 'object') await client.end().catch(() => undefined);
  }
  return claim;
}

async function tryLock(client: pg.Client, minimumAge: number): Promise<Claim> {
  const age = await client.query<{ enough: boolean }>(
    'select clock_timestamp() >= pg_postmaster_start_time() + make_interval(secs => $1) as enough',
    [minimumAge],
  );
  const lock = await client.query<{ claimed: boolean }>(
    'select $1 and pg_try_advisory_lock($2) as claimed',
    [age.rows[0]?.enough === true, advisoryLocks.embeddedServerOwner],
  );
  if (lock.rows[0]?.claimed === true) return { client };
  return age.rows[0]?.enough === true ? 'taken' : 'too young';
}
