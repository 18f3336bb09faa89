import { largestMessageBytes } from '@tanren/contract/machine-messages';

export interface BrokerLimits {
  /** Of the packet in which a client signs in, its last will included. */
  readonly connectPacketBytes: number;
  readonly machinePacketBytes: number;
  readonly memberPacketBytes: number;
  /** What one connection may send before it has signed in, and afterwards. */
  readonly unauthenticatedPacketsPerSecond: number;
  readonly machinePacketsPerSecond: number;
  readonly memberPacketsPerSecond: number;
  readonly connectTimeoutMs: number;
  /** A subscriber that takes nothing for so long is let go. */
  readonly drainTimeoutMs: number;
  readonly clientIdLength: number;
  /** Clients must promise a sign of life at least this often. */
  readonly keepaliveSeconds: number;
  /** Connections of one address that have not signed in yet. */
  readonly unauthenticatedPerAddress: number;
  readonly connectionsPerMember: number;
  readonly memberSessionMs: number;
  /** Forbidden things a client may try before it is cut off. */
  readonly refusalsPerConnection: number;
}

export const brokerLimits: BrokerLimits = {
  connectPacketBytes: 4 * 1024,
  // Twice what we read, so that a machine is told `too_large` instead of being cut off.
  machinePacketBytes: 2 * largestMessageBytes,
  memberPacketBytes: 4 * 1024,
  unauthenticatedPacketsPerSecond: 20,
  // A set under way is four a second. A full journal is as quick as the server answers, some
  // hundreds; and a thousand of the cheapest packets keep the server busy for a few hundredths.
  machinePacketsPerSecond: 1000,
  // They subscribe to one topic and give signs of life.
  memberPacketsPerSecond: 20,
  connectTimeoutMs: 15_000,
  drainTimeoutMs: 15_000,
  clientIdLength: 64,
  // The web client's keep-alive.
  keepaliveSeconds: 300,
  unauthenticatedPerAddress: 128,
  connectionsPerMember: 8,
  memberSessionMs: 60 * 60_000,
  refusalsPerConnection: 20,
};
