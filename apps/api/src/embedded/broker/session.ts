import type { Client } from 'aedes';
import type { ClientIdentity } from '#mqtt/access-rules.ts';
import type { BrokerLog } from '#mqtt/broker-log.ts';
import type { BrokerConnection } from './connection.ts';

/** Machines come by TCP, members by WebSocket: each door lets in its own kind only. */
type BrokerDoor = 'machine' | 'member';

export interface BrokerPeer {
  readonly door: BrokerDoor;
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
  /** It is no stranger any more. */
  readonly leave: () => void;
}

/** For log lines: who it was, without anything a stranger could make up. */
export function describePeer(session: BrokerSession): object {
  const { identity, peer } = session;
  const who =
    identity?.kind === 'machine'
      ? { machineId: identity.machineId }
      : identity?.kind === 'member'
        ? { sub: identity.sub }
        : {};
  return { door: peer.door, address: peer.address, ...who };
}
