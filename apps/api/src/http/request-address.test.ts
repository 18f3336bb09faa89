import { expect, test } from 'vitest';
import { readConfig } from '#config/config.ts';
import { buildTestApp } from '#test/support/app.ts';
import { createTrustProxy, findClientAddress, findPublicOrigin } from './request-address.ts';

async function addressSeen(
  trustedProxies: readonly string[],
  remoteAddress: string,
  forwarded: string | undefined,
): Promise<string> {
  const app = await buildTestApp({
    config: { trustedProxies },
    modules: {
      async open(scope) {
        const handler = async (request: { ip: string }) => request.ip;
        scope.get('/ip', { config: { access: 'public' } }, handler);
      },
    },
  });
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return (await app.inject({ url: '/api/ip', remoteAddress, headers })).body;
}

const house = ['10.0.0.0/8', '::1'];

test.each<[string, readonly string[], string, string | undefined, string]>([
  ['no proxy, no header', [], '10.0.0.1', undefined, '10.0.0.1'],
  ['no proxy, and an invented header', [], '10.0.0.1', '203.0.113.9', '10.0.0.1'],
  ['a client that does not use the proxy', house, '198.51.100.7', '203.0.113.9', '198.51.100.7'],
  ['a proxy without header', house, '10.0.0.1', undefined, '10.0.0.1'],
  ['a proxy', house, '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['a proxy by IPv6', house, '::1', '203.0.113.9', '203.0.113.9'],
  ['a proxy on a socket of both kinds', house, '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['two proxies', house, '10.0.0.1', '203.0.113.9, 10.0.0.2', '203.0.113.9'],
  ['an invented header behind a proxy', house, '10.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
  [
    'a longer invented header',
    house,
    '10.0.0.1',
    '1.1.1.1, 10.0.0.1, 127.0.0.1, 203.0.113.9',
    '203.0.113.9',
  ],
  ['a proxy that writes the port', house, '10.0.0.1', '203.0.113.9:51234', '203.0.113.9'],
  ['a proxy that writes the port by IPv6', house, '10.0.0.1', '[2001:db8::1]:443', '2001:db8::1'],
  ['an address in brackets', house, '10.0.0.1', '[2001:db8::1]', '2001:db8::1'],
  ['an IPv6 address without a port', house, '10.0.0.1', '2001:db8::1', '2001:db8::1'],
  ['two that write ports', house, '10.0.0.1', '203.0.113.9:51234,10.0.0.2:8080', '203.0.113.9'],
])('%s', async (_name, trustedProxies, direct, forwarded, address) => {
  expect(await addressSeen(trustedProxies, direct, forwarded)).toBe(address);
  // The live channel does not use Fastify's request, and must find the same address.
  const isTrusted = createTrustProxy(trustedProxies);
  expect(findClientAddress(direct, forwarded, isTrusted)).toBe(address);
});

test.each([
  [{}, 'http://localhost:3000'],
  [{ PUBLIC_URL: 'https://gym.example' }, 'https://gym.example'],
  [{ PUBLIC_URL: 'https://gym.example', PORT: '0' }, 'https://gym.example'],
  [{ PORT: '0' }, 'http://localhost:4711'],
])('%o: finds the public address %s', (env, origin) => {
  const addresses = () => [{ address: '127.0.0.1', family: 'IPv4', port: 4711 }];
  expect(findPublicOrigin(readConfig(env), { addresses }).origin).toBe(origin);
});
