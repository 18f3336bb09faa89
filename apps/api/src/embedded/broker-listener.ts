import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { Config } from '#config.ts';
import { errorCode } from '#error-code.ts';
import type { BrokerLog } from '#mqtt/broker-log.ts';
import { StartupError } from '#startup-error.ts';
import type { Broker } from './broker.ts';

export interface BrokerListener {
  readonly port: number;
  /** Lets nobody in any more. */
  close(): Promise<void>;
}

/** Lets machines in by TCP. `localhost` means all its addresses, as for the web. */
export async function listenForMachines(
  broker: Pick<Broker, 'accept'>,
  { host, mqttPort }: Pick<Config, 'host' | 'mqttPort'>,
  log: BrokerLog,
): Promise<BrokerListener> {
  const servers: Server[] = [];
  // Nobody is waited for: machines stay for days, and whoever is in is the broker's to send away.
  const close = async () => {
    for (const server of servers) server.close();
  };
  let port = mqttPort;
  try {
    for (const address of await findAddresses(host)) {
      const server = createServer({ noDelay: true, keepAlive: true }, (socket) => {
        const from = socket.remoteAddress ?? 'unknown';
        broker.accept(socket, { door: 'machine', address: from, log });
      });
      server.listen(port, address);
      try {
        await once(server, 'listening');
      } catch (error) {
        // A machine without IPv6 still names ::1 in its hosts file.
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

async function findAddresses(host: string): Promise<string[]> {
  if (host !== 'localhost') return [host];
  const found = await lookup(host, { all: true });
  return [...new Set(found.map(({ address }) => address))];
}

function describeFailure(error: unknown, host: string, port: number): Error {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} on ${host}, for machines, is in use: stop the other program, set MQTT_PORT, or set MQTT_URL to use that broker`,
    EACCES: `port ${port}, for machines, is reserved for root: set MQTT_PORT to 1024 or above`,
    EADDRNOTAVAIL: `${host} is not an address of this machine: set HOST`,
    ENOTFOUND: `${host} is not an address of this machine: set HOST`,
  };
  const reason = reasons[errorCode(error) ?? ''];
  if (reason !== undefined) return new StartupError(reason, { cause: error });
  return error instanceof Error ? error : new Error(String(error));
}
