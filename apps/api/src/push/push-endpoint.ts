import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { isOwnNetworkAddress, isPrivateHost } from '#http/network-address.ts';

/**
 * Returns the endpoint as a URL, or `null` when it is rejected. Members choose the address that the
 * server sends to, so it must not lead into the server's own network: it must be https on the
 * default port with a public name.
 */
export function readPushEndpoint(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '' && url.hash === '' && url.port === '';
  if (url.protocol !== 'https:' || !isPlain) return null;
  // Push services have names, so a numeric address is never one of theirs.
  const isName = isIP(url.hostname.replace(/^\[(.*)\]$/, '$1')) === 0;
  return isName && !isPrivateHost(url.hostname) ? url : null;
}

type ResolveAll = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Creates a look-up that rejects private addresses. A public name may resolve to a private address,
 * and to another one each time, so the address of the connection itself is checked.
 */
export function createPublicLookup(resolve: ResolveAll = lookup): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        done(error, []);
        return;
      }
      const [first] = addresses;
      if (first === undefined || addresses.some(({ address }) => isOwnNetworkAddress(address))) {
        done(new Error(`${hostname} leads into a private network`), []);
      } else if (options.all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}
