import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from './app-error.ts';
import type { Config } from '#config/config.ts';
import { includes, readNetworks } from './network-address.ts';

export const requestAddress = fp(async (app) => {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    removeForwardedPorts(raw);
    done(findHostError(raw));
  });
});

/**
 * Returns an error for no Host field or several of them, which RFC 9112, section 3.2, answers with
 * 400. Node uses the first one and a proxy in front may use the last, so an attacker could choose
 * two different hosts.
 */
function findHostError(raw: IncomingMessage): AppError | undefined {
  const isMissing = raw.httpVersion === '1.1' && raw.headers.host === undefined;
  if (!isMissing && !hasSeveralHosts(raw)) return undefined;
  const field = { path: '/host', in: 'headers', message: 'must be given once' } as const;
  return new AppError('invalid_request', { fields: [field] });
}

export function hasSeveralHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/**
 * Replaces a path such as `/%`, which cannot be decoded and for which the router would answer with
 * a problem. A browser gets the app instead, which shows that there is no such page. API calls keep
 * the problem.
 */
export function repairPath(url: string): string {
  const [path = '/'] = url.split('?', 1);
  if (/^\/(?:api|cognito)(?:\/|$)/.test(path) || isDecodable(path)) return url;
  return path.replaceAll('%', '%25') + url.slice(path.length);
}

function isDecodable(path: string): boolean {
  try {
    // The bundler removes a call whose result is unused, although this one may throw.
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

type TrustProxy = (address: string) => boolean;

/**
 * Trusts the proxies of the given networks and no client before them. Each proxy appends the
 * address it saw to X-Forwarded-For, so the last address that is not one of our proxies is the
 * client. Text that a client wrote there itself is never used.
 */
export function createTrustProxy(networks: readonly string[]): TrustProxy {
  const trusted = readNetworks(networks);
  return (address) => trusted !== null && includes(trusted, address);
}

/**
 * Removes the ports that some proxies write after the addresses of X-Forwarded-For
 * (`203.0.113.7:51234`, `[2001:db8::1]:443`), before Fastify reads them. With the port every
 * connection would be another client to the rate limits, and no proxy would be trusted.
 */
function removeForwardedPorts({ headers }: IncomingMessage): void {
  const forwarded = headers['x-forwarded-for'];
  if (forwarded !== undefined) headers['x-forwarded-for'] = listHops(forwarded).join();
}

function listHops(forwarded: string | readonly string[] = ''): string[] {
  const hops = forwarded
    .toString()
    .split(',')
    .map((hop) => hop.trim());
  return hops
    .filter((hop) => hop !== '')
    .map((hop) => hop.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1'));
}

/** Finds the client's address for a request that Fastify does not see. */
export function findClientAddress(
  direct: string,
  forwarded: string | readonly string[] | undefined,
  isTrusted: TrustProxy,
): string {
  const hops = listHops(forwarded);
  let address = direct;
  for (let next = hops.pop(); next !== undefined && isTrusted(address); next = hops.pop()) {
    address = next;
  }
  return address;
}

/**
 * Returns the origin that members use. It never comes from the Host header, which a client can set.
 * With PORT=0 and no PUBLIC_URL the port is known only once the server listens.
 */
export function findPublicOrigin(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  app: Pick<FastifyInstance, 'addresses'>,
): URL {
  const origin = new URL(publicUrl.origin);
  if (origin.port === '0') origin.port = String(app.addresses()[0]?.port ?? 0);
  return origin;
}
