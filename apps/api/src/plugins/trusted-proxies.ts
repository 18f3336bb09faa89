import { includes, readNetworks } from '#network-address.ts';

export type TrustProxy = (address: string) => boolean;

/**
 * Believes the proxies of the given networks and nobody before them: each adds the address it
 * saw at the end of X-Forwarded-For, so the last one that is no proxy of ours is the client, and
 * whatever a client wrote there itself is never reached.
 */
export function createTrustProxy(networks: readonly string[]): TrustProxy {
  const trusted = readNetworks(networks);
  return (address) => trusted !== null && includes(trusted, address);
}

/** For a request that Fastify does not see. */
export function findClientAddress(
  direct: string,
  forwarded: string | undefined,
  isTrusted: TrustProxy,
): string {
  const told = (forwarded ?? '').split(',').flatMap((part) => part.trim() || []);
  let address = direct;
  for (let next = told.pop(); next !== undefined && isTrusted(address); next = told.pop()) {
    address = next;
  }
  return address;
}
