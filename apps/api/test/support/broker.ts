import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Aedes } from 'aedes';
import mqtt from 'mqtt';
import type { IClientOptions, MqttClient } from 'mqtt';
import { afterAll, onTestFinished } from 'vitest';
import type { TlsFiles } from '#config/config.ts';
import { createBrokerBus } from '#embedded/broker/bus.ts';
import { brokerLimits, type BrokerLimits } from '#embedded/broker/limits.ts';
import { listenForMachines } from '#embedded/broker/listener.ts';
import type { BrokerAccounts } from '#embedded/broker/sign-in.ts';
import { type Broker, startBroker } from '#embedded/broker/broker.ts';
import type { BrokerLog } from '#mqtt/broker-log.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';
import {
  describeMosquitto,
  type MosquittoAccounts,
  type MosquittoPlace,
} from '#mqtt/mosquitto-files.ts';
import { makeScratchFolder } from './server/scratch-folder.ts';
import { findFreePort } from '#embedded/free-port.ts';

export interface TestBroker {
  readonly broker: Broker;
  readonly port: number;
  readonly url: string;
  /** Logged lines, each as JSON. */
  readonly lines: string[];
  readonly log: BrokerLog;
}

/**
 * Starts the real embedded broker on its own port until the test ends. It rejects unknown clients.
 */
export async function startTestBroker(
  accounts: Partial<BrokerAccounts>,
  limits: Partial<BrokerLimits> = {},
  mqttTls: TlsFiles | null = null,
): Promise<TestBroker> {
  const lines: string[] = [];
  const write = (...parts: unknown[]) => void lines.push(JSON.stringify(parts));
  const log: BrokerLog = { info: write, warn: write, error: write };
  const nobody = async () => null;
  const broker = await startBroker({
    accounts: { signInMachine: nobody, signInDoor: nobody, redeemTicket: nobody, ...accounts },
    now: () => new Date(),
    limits: { ...brokerLimits, ...limits },
  });
  const settings = { mqttHost: '127.0.0.1', mqttPort: 0, mqttTls };
  const listener = await listenForMachines(broker, settings, log);
  onTestFinished(async () => {
    await broker.close();
    await listener.close();
  });
  const scheme = mqttTls === null ? 'mqtt' : 'mqtts';
  return { broker, port: listener.port, url: `${scheme}://127.0.0.1:${listener.port}`, lines, log };
}

interface TestBus {
  readonly bus: MessageBus;
  /** Publishes any bytes as a machine would. Resolves when every subscriber is done. */
  readonly send: (topic: string, payload: Buffer | string) => Promise<void>;
  /** Collects all messages of a topic from now on, as they arrive. */
  readonly listen: <T>(topic: string) => Promise<T[]>;
}

/** Opens a real broker within the process, without sign-in and access rules. */
export async function openTestBus(): Promise<TestBus> {
  const aedes = await Aedes.createBroker({ concurrency: 0 });
  const bus = createBrokerBus(aedes);
  afterAll(() => bus.close());
  return {
    bus,
    send: (topic, payload) =>
      new Promise((resolve, reject) => {
        aedes.publish(
          { cmd: 'publish', topic, payload, qos: 1, dup: false, retain: false },
          (error) => (error ? reject(error) : resolve()),
        );
      }),
    async listen<T>(topic: string) {
      const received: T[] = [];
      await bus.subscribe(topic, ({ payload }) => {
        received.push(JSON.parse(payload.toString()) as T);
      });
      return received;
    },
  };
}

interface TestMqttClient {
  readonly client: MqttClient;
  /** `topic payload`, in order of arrival. */
  readonly received: string[];
  /** Resolves when either side ends the connection. */
  readonly closed: Promise<void>;
  /** Resolves with the granted quality of service: 0, 1 or 128. */
  subscribe(...topics: string[]): Promise<number[]>;
}

/** Connects to a broker. Rejects if the broker does not accept it, and never reconnects. */
export async function connectMqtt(url: string, options: IClientOptions): Promise<TestMqttClient> {
  const client = mqtt.connect(url, {
    protocolVersion: 4,
    reconnectPeriod: 0,
    connectTimeout: 10_000,
    clientId: options.username ?? 'nobody',
    ...options,
  });
  const received: string[] = [];
  client.on('message', (topic, payload) => received.push(`${topic} ${payload.toString()}`));
  const closed = new Promise<void>((resolve) => client.once('close', resolve));
  onTestFinished(() => void client.end(true));
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', (error) => reject(new Error(`refused: ${error.message}`)));
    client.once('close', () => reject(new Error('refused: closed before it was connected')));
  });
  client.on('error', () => {});
  return {
    client,
    received,
    closed,
    subscribe: (...topics) =>
      new Promise((resolve, reject) => {
        client.subscribe(topics, { qos: 1 }, (error, _grants, packet) => {
          if (packet === undefined) reject(error ?? new Error('no answer'));
          else resolve(packet.granted.map(Number));
        });
      }),
  };
}

interface Mosquitto {
  /** The port at which machines sign in. */
  readonly machinePort: number;
  /** The address with the server's account, for MQTT_URL. */
  readonly url: string;
  readonly folder: string;
  /** Kills the broker like a power cut. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Exports the accounts again and makes the broker read them without a restart. */
  reload(devices: Partial<Omit<MosquittoAccounts, 'server'>>): Promise<void>;
}

interface MosquittoOptions {
  readonly place?: MosquittoPlace;
  readonly change?: (settings: string) => string;
}

const program = process.env['MOSQUITTO_PATH'] || '/usr/sbin/mosquitto';
const server = { username: 'tanren', password: 'a password of the test', port: 1884 };

/**
 * Starts a real Mosquitto with the files that we export for it, on its own ports, until the test
 * ends.
 */
export async function startMosquitto(
  machines: MosquittoAccounts['machines'],
  doors: MosquittoAccounts['doors'] = [],
  { place, change = (settings) => settings }: MosquittoOptions = {},
): Promise<Mosquitto> {
  const folder = await makeScratchFolder();
  const [machinePort, serverPort] = [await findFreePort(), await findFreePort()];
  const write = async (devices: Partial<Omit<MosquittoAccounts, 'server'>>) => {
    const accounts = { server, machines, doors, ...devices };
    const files = describeMosquitto(accounts, folder, place);
    const settings = files['mosquitto.conf']
      .replace(/^listener (1883|8883)$/m, `listener ${machinePort} 127.0.0.1`)
      .replace(/^listener 1884 .*$/m, `listener ${serverPort} 127.0.0.1`);
    await writeFile(path.join(folder, 'passwords'), files.passwords);
    await writeFile(path.join(folder, 'acl'), files.acl);
    // Mosquitto started by root would switch to another account, which cannot read the test's
    // folder.
    await writeFile(path.join(folder, 'mosquitto.conf'), `user root\n${change(settings)}`);
  };
  await write({});

  let running: ChildProcess | null = null;
  const kill = async () => {
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  };
  const start = async () => {
    running = spawn(program, ['-c', path.join(folder, 'mosquitto.conf')], { stdio: 'ignore' });
    await Promise.all([waitForPort(machinePort), waitForPort(serverPort)]);
  };
  const reload = async (devices: Partial<Omit<MosquittoAccounts, 'server'>>) => {
    await write(devices);
    running?.kill('SIGHUP');
  };
  onTestFinished(kill);
  await start();
  const account = `${server.username}:${encodeURIComponent(server.password)}`;
  const scheme = (place?.tls ?? null) === null ? 'mqtt' : 'mqtts';
  const url = `${scheme}://${account}@127.0.0.1:${serverPort}`;
  return { machinePort, url, folder, kill, start, reload };
}

async function waitForPort(port: number): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const socket = connect(port, '127.0.0.1');
    const open = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (open) return;
    await sleep(20);
  }
  throw new Error(`nothing listens on port ${port}`);
}
