import { largestMessageBytes } from '@tanren/contract/machines/machine-messages';

export interface BrokerLimits {
  /** Maximum size of the packet in which a client signs in, including its last will. */
  readonly connectPacketBytes: number;
  readonly machinePacketBytes: number;
  readonly memberPacketBytes: number;
  /** Maximum packet rates of a connection before and after it has signed in. */
  readonly unauthenticatedPacketsPerSecond: number;
  readonly machinePacketsPerSecond: number;
  readonly memberPacketsPerSecond: number;
  readonly connectTimeoutMs: number;
  /** Maximum time in which a subscriber may read nothing. Then it is disconnected. */
  readonly drainTimeoutMs: number;
  readonly clientIdLength: number;
  /** Longest keep-alive interval that a client may choose. */
  readonly keepaliveSeconds: number;
  /** Maximum number of connections of one address that have not signed in yet. */
  readonly unauthenticatedPerAddress: number;
  readonly connectionsPerMember: number;
  readonly memberSessionMs: number;
  /** Number of forbidden actions after which a client is disconnected. */
  readonly rejectionsPerConnection: number;
}

export const brokerLimits: BrokerLimits = {
  connectPacketBytes: 4 * 1024,
  // The limit is twice what the server reads, so that a machine gets the answer `too_large` instead
  // of being disconnected.
  machinePacketBytes: 2 * largestMessageBytes,
  memberPacketBytes: 4 * 1024,
  unauthenticatedPacketsPerSecond: 20,
  // A running set sends four packets a second. A full journal is sent as fast as the server
  // answers, some hundreds a second. A thousand of the cheapest packets keep the server busy for a
  // few hundredths of a second.
  machinePacketsPerSecond: 1000,
  // Members subscribe to one topic and send keep-alive packets.
  memberPacketsPerSecond: 20,
  connectTimeoutMs: 15_000,
  drainTimeoutMs: 15_000,
  clientIdLength: 64,
  // This is the keep-alive interval of the web client.
  keepaliveSeconds: 300,
  unauthenticatedPerAddress: 128,
  connectionsPerMember: 8,
  memberSessionMs: 60 * 60_000,
  rejectionsPerConnection: 20,
};
