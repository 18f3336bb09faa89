import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { Aedes, type Client } from 'aedes';
import { isListener } from '#mqtt/access-rules.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';
import { createAccessHooks } from './access.ts';
import { createBrokerBus } from './bus.ts';
import { guardConnection } from './connection.ts';
import { brokerLimits, type BrokerLimits } from './limits.ts';
import { type BrokerPeer, type BrokerSession, describePeer } from './session.ts';
import { type BrokerAccounts, createSignInHooks } from './sign-in.ts';

interface BrokerOptions {
  readonly accounts: BrokerAccounts;
  readonly now: () => Date;
  readonly limits?: BrokerLimits;
}

interface BrokerEvents {
  /** Runs before the client gets its answer. A failure rejects the sign-in. */
  readonly onSignIn: (session: BrokerSession) => Promise<void>;
  readonly onSignedOut: (session: BrokerSession) => void;
  /** Called when a client that has signed in sends a ping. */
  readonly onPing: (session: BrokerSession) => void;
}

export interface Broker {
  readonly bus: MessageBus;
  accept(raw: Duplex, peer: BrokerPeer): void;
  /** Publishes to the clients that are subscribed at this broker. */
  forward(topic: string, payload: Buffer): void;
  /** Lists the connections that have signed in. */
  listSessions(): readonly BrokerSession[];
  /** Reports sign-ins, pings and disconnects, but not the disconnects caused by `close`. */
  watch(events: Partial<BrokerEvents>): void;
  close(): Promise<void>;
}

/** Starts the embedded broker: machines and members sign in to it, and the server uses its bus. */
export async function startBroker(options: BrokerOptions): Promise<Broker> {
  const limits = options.limits ?? brokerLimits;
  const unauthenticated = createUnauthenticatedConnections(limits.unauthenticatedPerAddress);
  const sessions = new Set<BrokerSession>();
  // A map outlives the connection, because the last will of a client is checked after it has
  // closed.
  const known = new WeakMap<Client, BrokerSession>();
  const watchers: Partial<BrokerEvents>[] = [];
  const sessionOf = (client: Client | null) => (client === null ? undefined : known.get(client));
  let closing = false;

  const onSignIn = async (session: BrokerSession) => {
    session.stopCounting();
    const isPage = isListener(session.identity);
    session.connection.allowPackets(
      isPage
        ? { bytes: limits.memberPacketBytes, perSecond: limits.memberPacketsPerSecond }
        : { bytes: limits.machinePacketBytes, perSecond: limits.machinePacketsPerSecond },
    );
    if (isPage) limitPage(session);
    await Promise.all(watchers.map(async ({ onSignIn: prepare }) => await prepare?.(session)));
  };

  const limitPage = (session: BrokerSession) => {
    const { stream } = session.connection;
    const timer = setTimeout(() => stream.destroy(), limits.memberSessionMs);
    stream.once('close', () => clearTimeout(timer));
    const others = listSessions().filter((other) => isOfSamePerson(other, session));
    for (const { connection } of others.slice(0, -limits.connectionsPerMember)) {
      connection.stream.destroy();
    }
  };

  const listSessions = () => [...sessions].filter(({ identity }) => identity !== null);

  const aedes = await Aedes.createBroker({
    // There is no limit here, because a subscriber of the server may wait for a message that it
    // publishes itself. `guardConnection` bounds the messages of a client where they are read.
    concurrency: 0,
    connectTimeout: limits.connectTimeoutMs,
    drainTimeout: limits.drainTimeoutMs,
    keepaliveLimit: limits.keepaliveSeconds,
    maxTopicLevels: 8,
    ...createSignInHooks(sessionOf, { ...options, limits, onSignIn }),
    ...createAccessHooks(sessionOf, limits.rejectionsPerConnection),
  });
  const reportError = (client: Client, error: Error) => {
    const session = known.get(client);
    if (session === undefined || closing) return;
    session.peer.log.info(
      { ...describePeer(session), reason: error.message },
      'mqtt connection ended with an error',
    );
  };
  // The error comes from the in-memory store for wills and sessions. Without a listener it would
  // end the process.
  (aedes as EventEmitter).on('error', () => {});
  aedes.on('clientError', reportError);
  aedes.on('connectionError', reportError);
  aedes.on('ping', (_packet, client) => {
    const session = known.get(client);
    if (session === undefined || session.identity === null) return;
    for (const { onPing } of watchers) onPing?.(session);
  });

  const accept = (raw: Duplex, peer: BrokerPeer) => {
    const stopCounting = unauthenticated.admit(peer.address);
    if (stopCounting === null || closing) {
      peer.log.warn(
        { expects: peer.expects, address: peer.address },
        'mqtt has too many connections without sign-in',
      );
      raw.destroy();
      return;
    }
    const connection = guardConnection(raw, {
      bytes: limits.connectPacketBytes,
      perSecond: limits.unauthenticatedPacketsPerSecond,
    });
    const client = aedes.handle(connection.stream);
    const session: BrokerSession = {
      client,
      connection,
      peer,
      identity: null,
      grant: '',
      refusals: 0,
      stopCounting,
    };
    sessions.add(session);
    known.set(client, session);
    connection.stream.once('close', () => {
      stopCounting();
      sessions.delete(session);
      if (session.identity === null || closing) return;
      for (const { onSignedOut } of watchers) onSignedOut?.(session);
    });
  };

  const watch = (events: Partial<BrokerEvents>) => void watchers.push(events);
  const bus: MessageBus = {
    ...createBrokerBus(aedes),
    onPing: (notify) => {
      watch({
        onPing: ({ identity }) => {
          if (identity?.kind === 'machine') notify(identity.machineId);
        },
      });
    },
  };
  return {
    bus,
    accept,
    forward: (topic, payload) => {
      aedes.publish(
        { cmd: 'publish', topic, payload, qos: 0, dup: false, retain: false },
        () => {},
      );
    },
    listSessions,
    watch,
    async close() {
      closing = true;
      for (const { connection } of sessions) connection.stream.destroy();
      await bus.close();
    },
  };
}

function isOfSamePerson({ identity }: BrokerSession, { identity: mine }: BrokerSession): boolean {
  return isListener(identity) && isListener(mine) && identity.sub === mine.sub;
}

/**
 * Counts connections that have not signed in, by address. They use memory without proving anything.
 */
interface UnauthenticatedConnections {
  /**
   * Returns a function that stops counting this connection. `null` when the address has too many.
   */
  admit(address: string): (() => void) | null;
}

function createUnauthenticatedConnections(limit: number): UnauthenticatedConnections {
  const counts = new Map<string, number>();
  return {
    admit(address) {
      const count = counts.get(address) ?? 0;
      if (count >= limit) return null;
      counts.set(address, count + 1);
      let counted = true;
      return () => {
        if (!counted) return;
        counted = false;
        const left = (counts.get(address) ?? 1) - 1;
        if (left === 0) counts.delete(address);
        else counts.set(address, left);
      };
    },
  };
}
