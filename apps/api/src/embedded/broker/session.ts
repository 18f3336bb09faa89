import type { Client } from 'aedes';
import type { ClientIdentity } from '#mqtt/access-rules.ts';
import type { BrokerLog } from '#mqtt/broker-log.ts';
import type { BrokerConnection } from './connection.ts';

/**
 * Machines, and locks with them, connect by TCP, pages of members and staff by WebSocket; neither
 * way accepts the other kind.
 */
export type ExpectedClient = 'machine' | 'member';

export interface BrokerPeer {
  readonly expects: ExpectedClient;
  readonly address: string;
  readonly log: BrokerLog;
}

/** One connection, from its first byte to its last. */
export interface BrokerSession {
  readonly client: Client;
  readonly connection: BrokerConnection;
  readonly peer: BrokerPeer;
  /** null until it has signed in. */
  identity: ClientIdentity | null;
  /** What it signed in with, so that we notice when that is no longer valid. */
  grant: string;
  refusals: number;
  /** Stops counting it among the connections that have not signed in. */
  readonly stopCounting: () => void;
}

/** For log lines: who it was, without anything that the client itself chose. */
export function describePeer(session: BrokerSession): object {
  const { identity, peer } = session;
  return { expects: peer.expects, address: peer.address, ...identity };
}
