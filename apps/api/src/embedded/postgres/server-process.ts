import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { open, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { noBinaryMessage } from './binaries.ts';
import type { ClusterLocation } from './cluster-location.ts';
import { readPostmaster } from './postmaster.ts';
import { findReason } from './server-failure.ts';
import { findFreePort } from '#embedded/free-port.ts';

export type ServerSettings = Readonly<Record<string, string>>;

/**
 * Settings for a small machine that also runs other programs. Other settings are PostgreSQL's
 * defaults, so fsync stays on.
 */
const serverSettings: ServerSettings = {
  listen_addresses: '127.0.0.1',
  // A socket's path may have 107 bytes, which a deep DATA_DIR exceeds.
  unix_socket_directories: '',
  max_connections: '40',
  max_wal_size: '256MB',
  // Nothing replicates this server, but a backup of a running server needs this level.
  wal_level: 'replica',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  // This saves three I/O processes. The program's reads are small and mostly cached.
  io_method: 'sync',
  // Compiling a query takes longer than running any query of the program.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The log contains server events, but not failing statements, which quote members' data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  /** Resolves when the process has ended. */
  readonly exited: Promise<void>;
  /** Returns the log lines of this process. */
  readLog(): Promise<string>;
}

/** A failed start, with the reason from the server's log. */
export interface FailedStart {
  readonly reason: string;
}

const largestLog = 5_000_000;

export async function startServerProcess(
  location: ClusterLocation,
  postgres: string,
  overrides: ServerSettings,
): Promise<ServerProcess | FailedStart> {
  const port = await findFreePort();
  const log = await openLog(path.join(location.home, 'server.log'));
  const settings = { ...serverSettings, ...overrides, port: String(port) };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // The process is detached, so that Ctrl-C in the terminal reaches this program and not the server
  // during requests. Its messages go to a file, because a pipe would break when this program is
  // killed.
  const child = spawn(postgres, ['-D', location.data, ...flags], {
    ...location.account,
    cwd: '/',
    env: {},
    detached: true,
    stdio: ['ignore', 'ignore', log.handle.fd],
  });
  const exited = Promise.race([once(child, 'exit'), once(child, 'error')]).then(
    () => undefined,
    () => undefined,
  );
  await log.handle.close();
  const readLog = async () => (await readFile(log.file)).subarray(log.offset).toString();
  const { pid } = child;
  if (pid === undefined) return { reason: noBinaryMessage };
  // Crash recovery may take long, so the loop waits as long as the process lives.
  while (child.exitCode === null && child.signalCode === null) {
    const postmaster = await readPostmaster(location.data);
    if (postmaster?.pid === pid && postmaster.ready) return { pid, port, exited, readLog };
    await Promise.race([sleep(15), exited]);
  }
  return { reason: findReason(await readLog()) };
}

async function openLog(file: string) {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > largestLog) await rename(file, `${file}.old`);
  // The folder may belong to another account, whose symbolic links must not be followed.
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  const handle = await open(file, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600);
  // Root may run this in the folder of an ordinary user, who must be able to read the log.
  if (process.getuid?.() === 0) {
    const { uid, gid } = await stat(path.dirname(file));
    await handle.chown(uid, gid);
  }
  return { file, handle, offset: (await handle.stat()).size };
}
