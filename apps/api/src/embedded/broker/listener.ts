import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import {
  createSecureContext,
  createServer as createTlsServer,
  type Server as TlsServer,
} from 'node:tls';
import type { Config, TlsFiles } from '#config/config.ts';
import { errorCode } from '#http/error-code.ts';
import type { BrokerLog } from '#mqtt/broker-log.ts';
import { StartupError } from '#config/startup-error.ts';
import type { Broker } from './broker.ts';

interface BrokerListener {
  readonly port: number;
  /** Accepts no further connections. */
  close(): Promise<void>;
}

type ListenSettings = Pick<Config, 'mqttHost' | 'mqttPort'> & Partial<Pick<Config, 'mqttTls'>>;

/**
 * Interval in which the files are read again. Certificates are renewed weeks before they expire.
 */
const renewMs = 60 * 60 * 1000;

/**
 * Accepts connections of machines, by TLS if there is a certificate. `localhost` means all its
 * addresses, as for the web server.
 */
export async function listenForMachines(
  broker: Pick<Broker, 'accept'>,
  { mqttHost: host, mqttPort, mqttTls = null }: ListenSettings,
  log: BrokerLog,
): Promise<BrokerListener> {
  const servers: Server[] = [];
  const renewals = new Set<NodeJS.Timeout>();
  // Closing waits for no connection: machines stay for days, and the broker closes their
  // connections.
  const close = async () => {
    for (const timer of renewals) clearInterval(timer);
    for (const server of servers) server.close();
  };
  const admit = (socket: Socket) => {
    const from = socket.remoteAddress ?? 'unknown';
    broker.accept(socket, { expects: 'machine', address: from, log });
  };
  const createListener = async () => {
    if (mqttTls === null) return createServer({ noDelay: true, keepAlive: true }, admit);
    const server = await createEncrypted(mqttTls, admit, log);
    renewals.add(setInterval(() => void renew(server, mqttTls, log), renewMs).unref());
    return server;
  };
  let port = mqttPort;
  try {
    for (const address of await findAddresses(host)) {
      const server = await createListener();
      server.listen(port, address);
      try {
        await once(server, 'listening');
      } catch (error) {
        // The hosts file may name ::1 on a machine without IPv6.
        if (servers.length > 0 && errorCode(error) === 'EADDRNOTAVAIL') continue;
        throw error;
      }
      servers.push(server);
      ({ port } = server.address() as AddressInfo);
    }
  } catch (error) {
    await close();
    throw describeFailure(error, host, mqttPort);
  }
  return { port, close };
}

/** Time limit for the TLS handshake. The broker sees a socket only after its handshake. */
const handshakeTimeoutMs = 15_000;

async function createEncrypted(
  files: TlsFiles,
  admit: (socket: Socket) => void,
  log: BrokerLog,
): Promise<TlsServer> {
  const pair = await readPair(files).catch((error: unknown) => {
    throw new StartupError(
      `MQTT_TLS_CERT and MQTT_TLS_KEY cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  });
  const handshake = { handshakeTimeout: handshakeTimeoutMs, minVersion: 'TLSv1.2' } as const;
  const server = createTlsServer({ ...pair, ...handshake, noDelay: true, keepAlive: true }, admit);
  server.on('tlsClientError', ({ message }, socket) => {
    log.info({ address: socket.remoteAddress, reason: message }, 'mqtt handshake failed');
  });
  return server;
}

/** Reads certificate and key. Throws when they do not belong together. */
async function readPair({ certificate, key }: TlsFiles): Promise<{ cert: Buffer; key: Buffer }> {
  const pair = { cert: await readFile(certificate), key: await readFile(key) };
  createSecureContext(pair);
  return pair;
}

/**
 * Loads the files again. Keeps the old certificate while the new files do not belong together yet.
 */
async function renew(server: TlsServer, files: TlsFiles, log: BrokerLog): Promise<void> {
  try {
    server.setSecureContext(await readPair(files));
  } catch (error) {
    log.warn({ err: error }, 'the certificate for machines could not be read again');
  }
}

async function findAddresses(host: string): Promise<string[]> {
  if (host !== 'localhost') return [host];
  const found = await lookup(host, { all: true });
  return [...new Set(found.map(({ address }) => address))];
}

function describeFailure(error: unknown, host: string, port: number): Error {
  if (error instanceof StartupError) return error;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} on ${host}, for machines, is in use: stop the other program, set MQTT_PORT, or set MQTT_URL to use that broker`,
    EACCES: `port ${port}, for machines, is reserved for root, which this program does not stay: set MQTT_PORT to 1024 or above`,
    EADDRNOTAVAIL: `${host} is not an address of this machine: set MQTT_HOST`,
    ENOTFOUND: `${host} is not an address of this machine: set MQTT_HOST`,
  };
  const reason = reasons[errorCode(error) ?? ''];
  if (reason !== undefined) return new StartupError(reason, { cause: error });
  return error instanceof Error ? error : new Error(String(error));
}
