import { expect, test } from 'vitest';

import { buildTestApp } from '#testing/test-app.ts';

async function addressSeen(trustedProxies: 0 | 1, forwarded: string | undefined): Promise<string> {
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
  const answer = await app.inject({ url: '/api/ip', remoteAddress: '10.0.0.1', headers });
  return answer.body;
}

test.each<[string, 0 | 1, string | undefined, string]>([
  ['no proxy, no header', 0, undefined, '10.0.0.1'],
  ['no proxy, a header the client made up', 0, '203.0.113.9', '10.0.0.1'],
  ['a proxy without header', 1, undefined, '10.0.0.1'],
  ['a proxy', 1, '203.0.113.9', '203.0.113.9'],
  ['a proxy that adds to what the client made up', 1, '1.1.1.1, 203.0.113.9', '203.0.113.9'],
  ['a longer fairy tale', 1, '1.1.1.1, 10.0.0.1, 127.0.0.1, 203.0.113.9', '203.0.113.9'],
])('%s', async (_name, trustedProxies, forwarded, address) => {
  expect(await addressSeen(trustedProxies, forwarded)).toBe(address);
});
