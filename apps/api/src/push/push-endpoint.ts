import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { isOwnNetworkAddress, isPrivateHost } from '#network-address.ts';

/**
 * Members name the address that we send to, so it must not be a way into our own network: only
 * https on its usual port, only a public name. Null: refused.
 */
export function readPushEndpoint(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '' && url.hash === '' && url.port === '';
  if (url.protocol !== 'https:' || !isPlain) return null;
  // Push services have names; an address in figures is somebody's own idea.
  const isName = isIP(url.hostname.replace(/^\[(.*)\]$/, '$1')) === 0;
  return isName && !isPrivateHost(url.hostname) ? url : null;
}

type ResolveAll = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A public name may lead to a private address, and to another one each time it is asked: what counts
 * is the address that the connection is made to.
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
