import type { Client } from 'aedes';
import type { ClientIdentity } from '#mqtt/access-rules.ts';
import type { BrokerLog } from '#mqtt/broker-log.ts';
import type { BrokerConnection } from './connection.ts';

/**
 * Kind of client that a listener accepts. Machines and door locks connect by TCP, pages of members
 * and staff by WebSocket.
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
  /** `null` until the client has signed in. */
  identity: ClientIdentity | null;
  /** The secret hash or sign-in that was used. It shows when that is no longer valid. */
  grant: string;
  refusals: number;
  /** Stops counting this connection as one that has not signed in. */
  readonly stopCounting: () => void;
}

/** Describes a client for log lines, without any text that the client itself chose. */
export function describePeer(session: BrokerSession): object {
  const { identity, peer } = session;
  return { expects: peer.expects, address: peer.address, ...identity };
}
