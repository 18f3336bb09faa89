import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as dialTls } from 'node:tls';
import { onTestFinished } from 'vitest';
import { projectRoot } from '#config/paths.ts';
import { findFreePort } from '#embedded/free-port.ts';
import { makeScratchFolder } from './server/scratch-folder.ts';

/** One of the brokers, with its own port behind the balancer's. */
interface ClusterBroker {
  readonly name: string;
  readonly port: number;
  /** Kills the broker like a power cut. */
  readonly kill: () => Promise<void>;
  /** Stops the process but keeps its connections open, like a frozen host. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Resolves when machines can connect to it. */
  readonly start: () => Promise<void>;
}

interface BrokerCluster {
  readonly brokers: readonly ClusterBroker[];
  /** The port of the balancer at which machines, locks and nodes connect. */
  readonly port: number;
  /** The certificate authority of the brokers, for clients. */
  readonly ca: string;
  /** Settings of each node. METRICS_PORT is different for each. */
  readonly nodeSettings: readonly Readonly<Record<string, string>>[];
}

const programs = process.env['RABBITMQ_BIN'] ?? '/usr/lib/rabbitmq/bin';
const haproxy = process.env['HAPROXY_PATH'] ?? '/usr/sbin/haproxy';
const epmd = process.env['EPMD_PATH'] ?? 'epmd';
const brokerCount = 3;
const nodeCount = 2;
const ca = path.join(projectRoot, 'apps/api/test/support/tls/certificate.pem');

const readOps = async (name: string) =>
  await readFile(path.join(projectRoot, 'ops/rabbitmq', name), 'utf8');

const groups = new Set<(name: NodeJS.Signals) => void>();
process.once('exit', () => {
  for (const signal of groups) signal('SIGKILL');
});

/** Runs a program in its own process group, which is killed with all its children. */
function spawnGroup(file: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(file, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: 'ignore',
    detached: true,
  });
  const ended = once(child, 'exit');
  const signal = (name: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // The whole group has ended. A child of RabbitMQ's script may outlive the script.
    }
  };
  const kill = async () => {
    signal('SIGKILL');
    await ended;
  };
  groups.add(signal);
  onTestFinished(async () => {
    groups.delete(signal);
    await kill();
  });
  return { signal, kill, hasEnded: () => hasEnded(child) };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/**
 * Starts three RabbitMQ and HAProxy with the files of ops/rabbitmq until the test ends. Only
 * addresses, paths and the key are replaced. The brokers accept no client before a node answers.
 */
export async function startBrokerCluster(): Promise<BrokerCluster> {
  const folder = await makeScratchFolder();
  const key = randomBytes(32).toString('base64url');
  const [port, accessPort, epmdPort] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ];
  const nodePorts = await findPorts(nodeCount);
  const brokerPorts = await findPorts(brokerCount);

  const balancer = (await readOps('haproxy.cfg'))
    .replace('maxconn 50000', 'maxconn 1000')
    .replace('bind :8883', `bind 127.0.0.1:${port}`)
    .replace('bind 10.0.0.10:9470', `bind 127.0.0.1:${accessPort}`)
    .replace(
      /10\.0\.0\.2(\d):8883/g,
      (_all, n: string) => `127.0.0.1:${brokerPorts[Number(n) - 1]}`,
    )
    .replace(/10\.0\.0\.1(\d):9464/g, (_all, n: string) => `127.0.0.1:${nodePorts[Number(n) - 1]}`);
  await writeFile(path.join(folder, 'haproxy.cfg'), balancer);
  const balancing = spawnGroup(haproxy, ['-db', '-f', path.join(folder, 'haproxy.cfg')]);
  // Erlang would start this program by itself, and it would stay after the test.
  spawnGroup(epmd, ['-port', String(epmdPort), '-address', '127.0.0.1']);

  const home = path.join(folder, 'home');
  await mkdir(home);
  await writeFile(path.join(home, '.erlang.cookie'), randomBytes(16).toString('hex'), {
    mode: 0o400,
  });
  for (const name of ['enabled_plugins', 'definitions.json', 'advanced.config']) {
    await copyFile(path.join(projectRoot, 'ops/rabbitmq', name), path.join(folder, name));
  }
  const settings = (await readOps('rabbitmq.conf'))
    .replaceAll('10.0.0.10:9470', `127.0.0.1:${accessPort}`)
    .replaceAll('/MQTT_ACCESS_KEY/', `/${key}/`)
    .replace(/rabbit@broker(\d)/g, 'broker$1@localhost')
    .replace('/etc/rabbitmq/definitions.json', path.join(folder, 'definitions.json'))
    .replace('/etc/rabbitmq/tls/fullchain.pem', ca)
    .replace('/etc/rabbitmq/tls/key.pem', ca.replace('certificate', 'key'));
  const brokers = await Promise.all(
    brokerPorts.map(async (brokerPort, at): Promise<ClusterBroker> => {
      const name = `broker${at + 1}`;
      const file = path.join(folder, `${name}.conf`);
      await writeFile(file, settings.replace('ssl.1 = 8883', `ssl.1 = 127.0.0.1:${brokerPort}`));
      const env = {
        HOME: home,
        ERL_EPMD_PORT: String(epmdPort),
        RABBITMQ_NODENAME: `${name}@localhost`,
        RABBITMQ_DIST_PORT: String(await findFreePort()),
        RABBITMQ_CONF_ENV_FILE: path.join(folder, 'none'),
        RABBITMQ_CONFIG_FILE: file,
        RABBITMQ_ADVANCED_CONFIG_FILE: path.join(folder, 'advanced.config'),
        RABBITMQ_ENABLED_PLUGINS_FILE: path.join(folder, 'enabled_plugins'),
        RABBITMQ_MNESIA_BASE: path.join(folder, 'data'),
        RABBITMQ_LOG_BASE: path.join(folder, 'log'),
        // Three brokers share this computer with the rest of the test, so they must not wait busily.
        RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '+sbwt none +sbwtdcpu none +sbwtdio none',
      };
      let running: ReturnType<typeof spawnGroup>;
      return {
        name,
        port: brokerPort,
        kill: async () => await running.kill(),
        freeze: () => running.signal('SIGSTOP'),
        thaw: () => running.signal('SIGCONT'),
        start: async () => {
          running = spawnGroup(path.join(programs, 'rabbitmq-server'), [], env);
          await waitForTls(brokerPort, running.hasEnded);
        },
      };
    }),
  );
  // Each broker joins those that run. Brokers that start at once may begin clusters of their own.
  for (const { start } of brokers) await start();
  if (balancing.hasEnded()) throw new Error('HAProxy did not start');
  const password = randomBytes(32).toString('base64url');
  const nodeSettings = nodePorts.map((nodePort) => ({
    MQTT_URL: `mqtts://tanren:${password}@127.0.0.1:${port}`,
    MQTT_ACCESS_KEY: key,
    METRICS_HOST: '127.0.0.1',
    METRICS_PORT: String(nodePort),
    NODE_EXTRA_CA_CERTS: ca,
  }));
  return { brokers, port, ca, nodeSettings };
}

async function findPorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = await findFreePort();
    if (!ports.includes(port)) ports.push(port);
  }
  return ports;
}

/** Waits until a broker ends a handshake. It listens last, after it has joined the cluster. */
async function waitForTls(port: number, hasFailed: () => boolean): Promise<void> {
  const deadline = Date.now() + 180_000;
  while (Date.now() < deadline && !hasFailed()) {
    const socket = dialTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
    const isOpen = await Promise.race([
      once(socket, 'secureConnect').then(() => true),
      once(socket, 'error').then(() => false),
      sleep(5000, false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await sleep(200);
  }
  throw new Error(`no broker listens on port ${port}`);
}
