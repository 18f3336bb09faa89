import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { machineTopic } from '@tanren/contract/machines/machine-messages';
import { Aedes, type PublishPacket } from 'aedes';
import type { WireEntry } from './recording.ts';

interface KitBrokerOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Certificate and key in PEM. `null` for plain TCP. */
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null;
  readonly machineId: number;
  readonly secret: string;
  readonly now: () => Date;
}

type Unstamped<E> = E extends WireEntry ? Omit<E, 'at'> : never;

export interface KitBroker {
  readonly url: string;
  /** Certificate in PEM. `null` for plain TCP. */
  readonly certificate: Buffer | null;
  readonly entries: readonly WireEntry[];
  /** Writes what the kit does into the recording. */
  readonly note: (entry: Unstamped<WireEntry>) => void;
  /** Calls a function with each new entry. Returns a function that ends it. */
  readonly watch: (onEntry: (entry: WireEntry, line: number) => void) => () => void;
  /**
   * Sends a message as the server. Resolves when the machine has confirmed it or has lost the
   * connection, or after `ms`.
   */
  readonly send: (channel: 'acks' | 'commands', payload: string, ms: number) => Promise<void>;
  /** Resolves with true as soon as the condition holds, with false after `ms`. */
  readonly until: (condition: () => boolean, ms: number) => Promise<boolean>;
  /** Ends every connection, and accepts none until `restore`. */
  readonly interrupt: () => void;
  readonly restore: () => void;
  readonly close: () => Promise<void>;
}

/** The broker's answer to a wrong name or secret, in MQTT 3.1.1. */
const badCredentials = 4;

/** Opens the broker to which the machine under test connects. It records everything. */
export async function openKitBroker(options: KitBrokerOptions): Promise<KitBroker> {
  const { machineId, secret, now } = options;
  const entries: WireEntry[] = [];
  const watchers = new Set<(entry: WireEntry, line: number) => void>();
  const note = (entry: Unstamped<WireEntry>) => {
    const stamped = { at: now().toISOString(), ...entry } as WireEntry;
    const line = entries.push(stamped) - 1;
    for (const watcher of watchers) watcher(stamped, line);
  };
  const watch = (watcher: (entry: WireEntry, line: number) => void) => {
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  };

  const broker = await Aedes.createBroker({
    preConnect: (_client, packet, done) => {
      const { clientId, username = '', keepalive: keepAlive = 0, will } = packet;
      const left = will === undefined ? null : describePacket(will);
      note({ kind: 'connected', clientId, username, keepAlive, will: left });
      // The server stores no session, either.
      packet.clean = true;
      done(null, true);
    },
    authenticate: (_client, username, password, done) => {
      const isRight = username === String(machineId) && password?.toString() === secret;
      const error = Object.assign(new Error('wrong name or secret'), {
        returnCode: badCredentials,
      });
      done(isRight ? null : error, isRight);
    },
    authorizePublish: (client, packet, done) => {
      if (client !== null) note({ kind: 'message', from: 'machine', ...describePacket(packet) });
      done(null);
    },
  });
  /** Topics that the machine has subscribed to with QoS 1 in this connection. */
  const subscribed = new Set<string>();
  /** Lines of the messages that this connection has got and not confirmed, oldest first. */
  let unconfirmed: number[] = [];
  broker.on('subscribe', (topics) => {
    note({ kind: 'subscribed', topics: topics.map(({ topic, qos }) => ({ topic, qos })) });
    for (const { topic, qos } of topics) if (qos === 1) subscribed.add(topic);
  });
  broker.on('clientDisconnect', () => {
    note({ kind: 'disconnected' });
    subscribed.clear();
    unconfirmed = [];
  });
  // The broker does not say which message was confirmed. A machine confirms them in their order.
  broker.on('ack', () => {
    const line = unconfirmed.shift();
    if (line !== undefined) note({ kind: 'received', line });
  });

  const sockets = new Set<Socket>();
  let isInterrupted = false;
  const accept = (socket: Socket) => {
    if (isInterrupted) return void socket.destroy();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    broker.handle(socket);
  };
  const plain = { noDelay: true };
  const server: Server =
    options.tls === null
      ? createServer(plain, accept)
      : createTlsServer({ ...plain, ...options.tls }, accept);
  server.listen(options.port, options.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const until = (condition: () => boolean, ms: number) =>
    new Promise<boolean>((resolve) => {
      const settle = (isMet: boolean) => {
        clearTimeout(timer);
        stop();
        resolve(isMet);
      };
      const check = () => {
        if (condition()) settle(true);
      };
      // The timer alone must not keep the program alive when the check has ended.
      const timer = setTimeout(() => settle(false), ms).unref();
      const stop = watch(check);
      check();
    });

  return {
    url: `${options.tls === null ? 'mqtt' : 'mqtts'}://${options.host}:${port}`,
    certificate: options.tls?.cert ?? null,
    entries,
    note,
    watch,
    until,
    send: async (channel, payload, ms) => {
      const line = entries.length;
      const topic = machineTopic(machineId, channel);
      note({ kind: 'message', from: 'server', topic, qos: 1, retain: false, payload });
      if (!subscribed.has(topic)) return;
      unconfirmed.push(line);
      const packet = { cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false } as const;
      broker.publish(packet, () => {});
      const isEnd = (entry: WireEntry) =>
        entry.kind === 'disconnected' || (entry.kind === 'received' && entry.line === line);
      await until(() => entries.slice(line).some(isEnd), ms);
    },
    interrupt: () => {
      isInterrupted = true;
      for (const socket of sockets) socket.destroy();
    },
    restore: () => {
      isInterrupted = false;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await new Promise<void>((resolve) => broker.close(resolve));
    },
  };
}

function describePacket(packet: Pick<PublishPacket, 'topic' | 'payload'> & Partial<PublishPacket>) {
  const { topic, payload, qos = 0, retain = false } = packet;
  return { topic, qos, retain, payload: payload.toString() };
}
