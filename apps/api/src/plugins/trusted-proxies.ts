/**
 * Believes the nearest proxies and nobody before them: each adds the address it saw at the
 * end of X-Forwarded-For, so whatever a client wrote there itself is never reached.
 * Not the number itself: Fastify then trusts nothing.
 */
export function trustHops(proxies: number): (address: string, hop: number) => boolean {
  return (_address, hop) => hop < proxies;
}
