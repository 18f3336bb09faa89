import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv, promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { projectRoot } from '#config/paths.ts';
import { findRunningPostmaster, killOrphans } from '#embedded/postgres/postmaster.ts';
import { chooseServerAccount } from '#embedded/postgres/server-account.ts';
import { killIfThere, readChildren } from '#test/support/failures.ts';
import { makeScratchFolder } from '#test/support/server/scratch-folder.ts';

const run = promisify(execFile);
const programs = {
  etcd: process.env['ETCD_PATH'] ?? '/usr/bin/etcd',
  patroni: process.env['PATRONI_PATH'] ?? '/usr/bin/patroni',
  haproxy: process.env['HAPROXY_PATH'] ?? '/usr/sbin/haproxy',
  pgbouncer: process.env['PGBOUNCER_PATH'] ?? '/usr/sbin/pgbouncer',
};
const postgresBin = process.env['POSTGRES_BIN'] ?? '/usr/lib/postgresql/15/bin';
const passwords = { superuser: 'superuser', replication: 'replication', api: 'api' };

export type Part = 'etcd' | 'patroni' | 'postgres';

interface Server {
  readonly name: string;
  readonly address: string;
  /** Folder of all its files. The subfolder `data` is the one of PostgreSQL. */
  readonly home: string;
  readonly running: Map<Exclude<Part, 'postgres'>, ChildProcess>;
}

interface Member {
  readonly role: string;
  readonly state: string;
  readonly timeline: number;
  readonly lag?: number;
}

export interface PatroniCluster {
  /** The address of the leader at HAProxy, for the superuser. */
  readonly adminUrl: string;
  /** Starts PgBouncer for this account. Returns the port that replaces the one of HAProxy. */
  readonly startPooler: (user: string, password: string) => Promise<number>;
  /** Sends the signal to these parts of the leader's server. Returns the server's name. */
  readonly hitLeader: (parts: readonly Part[], signal: 'SIGKILL' | 'SIGSTOP') => Promise<string>;
  /** Starts what was killed and continues what was stopped. */
  readonly repair: (name: string) => Promise<void>;
  /** Waits for a leader, a synchronous standby and a replica without lag on one timeline. */
  readonly waitUntilComplete: () => Promise<void>;
  readonly findLeader: () => Promise<string>;
  readonly patronictl: (line: string) => Promise<void>;
}

/**
 * Starts three servers with the files of ops/patroni, and HAProxy in front. Each server has an
 * address of its own on the loopback network, so that all ports stay as in the files.
 */
export async function startPatroniCluster(): Promise<PatroniCluster> {
  const folder = await makeScratchFolder();
  const account = await chooseServerAccount(null);
  const network = `127.${randomInt(1, 255)}.${randomInt(1, 255)}`;
  const servers: Server[] = [1, 2, 3].map((n) => ({
    name: `db${n}`,
    address: `${network}.2${n}`,
    home: path.join(folder, `db${n}`),
    running: new Map(),
  }));
  const find = (name: string) => {
    const found = servers.find((server) => server.name === name);
    if (found === undefined) throw new Error(`there is no server ${name}`);
    return found;
  };

  /** Copies a file of ops/patroni to a server's folder, with the addresses and paths of the test. */
  const place = async (
    file: string,
    home: string,
    words: Readonly<Record<string, string>> = {},
  ) => {
    const changes = {
      ...words,
      '/var/lib/etcd/tanren': path.join(home, 'etcd-data'),
      '/var/lib/postgresql/15/tanren': path.join(home, 'data'),
      '/usr/lib/postgresql/15/bin': postgresBin,
      '/var/lib/postgresql': home,
      '/var/run/postgresql': home,
      '/etc/pgbouncer': home,
      // Connections on the loopback network come from its first address.
      '10.0.0.0/24': '127.0.0.0/8',
      '10.0.0.': `${network}.`,
      '127.0.0.1': `${network}.1`,
    };
    let text = await readFile(path.join(projectRoot, 'ops/patroni', file), 'utf8');
    for (const [from, to] of Object.entries(changes)) text = text.replaceAll(from, to);
    const placed = path.join(home, file);
    await writeFile(placed, text);
    return placed;
  };
  const makeHome = async (home: string) => {
    await mkdir(home, { mode: 0o700 });
    if (account !== null) await chown(home, account.uid, account.gid);
  };
  const start = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const options = { ...account, cwd: '/', env, detached: true, stdio: 'ignore' } as const;
    const child = spawn(program, args, options);
    onTestFinished(async () => await killGroup(child));
    return child;
  };
  const startEtcd = async ({ home, running }: Server) => {
    const settings = parseEnv(await readFile(path.join(home, 'etcd'), 'utf8'));
    running.set('etcd', start(programs.etcd, [], settings));
  };
  const startPatroni = ({ home, running }: Server) => {
    const env = { PATH: process.env['PATH'], HOME: home };
    running.set('patroni', start(programs.patroni, [path.join(home, 'patroni.yml')], env));
  };

  for (const { name, home } of servers) {
    await makeHome(home);
    onTestFinished(async () => await killPostgres(home));
    const words = {
      '@NAME@': name,
      '@ADDRESS@': `10.0.0.2${name.at(-1)}`,
      '@SUPERUSER_PASSWORD@': passwords.superuser,
      '@REPLICATION_PASSWORD@': passwords.replication,
      '@API_PASSWORD@': passwords.api,
    };
    await place('etcd', home, words);
    await place('patroni.yml', home, words);
  }
  await Promise.all(servers.map(startEtcd));
  servers.forEach(startPatroni);
  const front = path.join(folder, 'front');
  await makeHome(front);
  start(programs.haproxy, ['-f', await place('haproxy.cfg', front)]);

  const fetchFrom = async ({ address }: Server, place_: string) =>
    await fetch(`http://${address}:8008${place_}`, { signal: AbortSignal.timeout(2000) });
  const readMembers = async () => {
    const answers = servers.map(async (server) => await fetchFrom(server, '/cluster'));
    const { members } = (await (await Promise.any(answers)).json()) as { members: Member[] };
    return members;
  };
  const findLeader = async () => {
    const statuses = await Promise.all(
      servers.map((server) =>
        fetchFrom(server, '/primary').then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
    const leader = servers[statuses.indexOf(true)];
    if (leader === undefined) throw new Error('there is no leader');
    return leader.name;
  };
  const waitUntilComplete = async () => {
    await expect
      .poll(async () => describeMembers(await readMembers().catch(() => [])), {
        timeout: 120_000,
        interval: 200,
      })
      .toBe('leader running, replica running, sync_standby running');
  };
  await waitUntilComplete();

  return {
    adminUrl: `postgres://postgres:${passwords.superuser}@${network}.1:5432/postgres`,
    startPooler: async (user, password) => {
      const settings = await place('pgbouncer.ini', front);
      await writeFile(path.join(front, 'userlist.txt'), `"${user}" "${password}"\n`);
      start(programs.pgbouncer, [settings]);
      return 6432;
    },
    hitLeader: async (parts, signal) => {
      const leader = find(await findLeader());
      for (const part of parts) {
        if (part === 'postgres') await signalPostgres(leader.home, signal);
        else leader.running.get(part)?.kill(signal);
      }
      return leader.name;
    },
    repair: async (name) => {
      const server = find(name);
      await signalPostgres(server.home, 'SIGCONT');
      for (const child of server.running.values()) child.kill('SIGCONT');
      if (hasEnded(server.running.get('etcd'))) await startEtcd(server);
      if (hasEnded(server.running.get('patroni'))) startPatroni(server);
    },
    waitUntilComplete,
    findLeader,
    patronictl: async (line) => {
      const config = path.join(servers[0]?.home ?? '', 'patroni.yml');
      const program = path.join(path.dirname(programs.patroni), 'patronictl');
      await run(program, ['-c', config, ...line.split(' ')], { timeout: 60_000 });
    },
  };
}

/** Describes a cluster in one line. Servers that are behind are named with their lag. */
function describeMembers(members: readonly Member[]): string {
  const timeline = members.find(({ role }) => role === 'leader')?.timeline;
  return members
    .map(({ role, state, lag = 0, ...own }) =>
      [
        role,
        state,
        ...(own.timeline === timeline ? [] : ['on another timeline']),
        ...(lag > 0 ? [`${lag} behind`] : []),
      ].join(' '),
    )
    .toSorted()
    .join(', ');
}

function hasEnded(child: ChildProcess | undefined): boolean {
  return child !== undefined && (child.exitCode !== null || child.signalCode !== null);
}

/** Signals the server and all of its processes. None is missed, because a stopped one forks none. */
async function signalPostgres(home: string, signal: NodeJS.Signals): Promise<void> {
  const postmaster = await findRunningPostmaster(path.join(home, 'data')).catch(() => null);
  if (postmaster === null) return;
  const before = await readChildren(postmaster.pid);
  process.kill(postmaster.pid, signal);
  const children = new Set([...before, ...(await readChildren(postmaster.pid))]);
  for (const pid of children) killIfThere(pid, signal);
}

async function killPostgres(home: string): Promise<void> {
  const data = path.join(home, 'data');
  await signalPostgres(home, 'SIGKILL');
  while ((await findRunningPostmaster(data).catch(() => null)) !== null) await sleep(10);
  await killOrphans(data).catch(() => undefined);
}

/** Kills a program with what it has started, such as a copy of the leader's files. */
async function killGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const exited = hasEnded(child) ? null : once(child, 'exit');
  killIfThere(-child.pid);
  await exited;
}
