import { expect, test } from 'vitest';

import type { Config } from '#config/config.ts';
import { buildTestApp, type TestAppOptions } from '#test/support/app.ts';
import { makeWebBuild } from '#test/support/server/web-build.ts';

async function headersOf(url: string, options: TestAppOptions = {}) {
  const app = await buildTestApp({ webRoot: await makeWebBuild(), ...options });
  return (await app.inject(url)).headers;
}

function directivesOf(policy: unknown): Record<string, string> {
  const parts = String(policy)
    .split(';')
    .map((part) => part.trim().split(/ (.*)/));
  return Object.fromEntries(parts.map(([name = '', value = '']) => [name, value]));
}

test('pages may run only our own scripts', async () => {
  const headers = await headersOf('/login');
  const directives = directivesOf(headers['content-security-policy']);
  expect(directives).toEqual({
    'default-src': "'self'",
    'script-src': "'self'",
    'script-src-attr': "'none'",
    'style-src': expect.stringMatching(/^'self' 'nonce-[\w+/]{22}=='$/) as string,
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'connect-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'worker-src': "'self'",
    'manifest-src': "'self'",
  });
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
  });
});

test.each(['/api/openapi.json', '/api/asyncapi.json', '/api/none', '/healthz'])(
  '%s may load nothing',
  async (url) => {
    const headers = await headersOf(url);
    expect(directivesOf(headers['content-security-policy'])).toEqual({
      'default-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    });
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
  },
);

test.each(['/login', '/api/none', '/healthz', '/api/docs'])(
  '%s requires https when the public address uses it, and only then',
  async (url) => {
    const secure = await headersOf(url, { config: { publicUrl: new URL('https://gym.example') } });
    expect(secure['strict-transport-security']).toBe('max-age=31536000');
    expect(await headersOf(url)).not.toHaveProperty('strict-transport-security');
  },
);

test.each(['http://gym.example', 'https://gym.example'])(
  "data answers have helmet's headers without those for documents: %s",
  async (publicUrl) => {
    const config = { publicUrl: new URL(publicUrl) };
    const ofPage = await headersOf('/login', { config });
    const ofData = await headersOf('/api/none', { config });
    const guarding = Object.keys(ofPage).filter((name) =>
      /^(x-|cross-|origin-|referrer|permi|strict)/.test(name),
    );
    const missing = guarding.filter((name) => ofData[name] === undefined);
    expect(missing.toSorted()).toEqual([
      'cross-origin-opener-policy',
      'origin-agent-cluster',
      'permissions-policy',
      'referrer-policy',
      'x-dns-prefetch-control',
      'x-download-options',
      'x-permitted-cross-domain-policies',
      'x-xss-protection',
    ]);
    for (const name of guarding.filter((each) => !['x-request-id', ...missing].includes(each))) {
      expect([name, ofData[name]]).toEqual([name, ofPage[name]]);
    }
    expect(ofData).toHaveProperty('content-security-policy');
  },
);

test('upgrades insecure requests on https only', async () => {
  const config = { publicUrl: new URL('https://gym.example') };
  const secure = await headersOf('/login', { config });
  expect(secure['content-security-policy']).toContain('upgrade-insecure-requests');
  expect(secure['set-cookie']).toContain('Secure');
  const plain = await headersOf('/login');
  expect(plain['content-security-policy']).not.toContain('upgrade-insecure-requests');
  expect(plain['set-cookie']).not.toContain('Secure');
});

const amazon = {
  userPoolId: 'ap-northeast-1_abc',
  clientId: 'web',
  identityPoolId: 'us-east-1:123',
  issuer: 'https://cognito-idp.ap-northeast-1.amazonaws.com/ap-northeast-1_abc',
};

test.each<[string, Config['cognito'], string]>([
  ['the embedded pool', null, "'self'"],
  [
    'Amazon',
    amazon,
    "'self' https://cognito-idp.ap-northeast-1.amazonaws.com https://cognito-identity.us-east-1.amazonaws.com",
  ],
  [
    'Amazon without an identity pool',
    { ...amazon, identityPoolId: null },
    "'self' https://cognito-idp.ap-northeast-1.amazonaws.com",
  ],
  [
    'a pool elsewhere',
    { ...amazon, issuer: 'http://pool.example:9229/x' },
    "'self' http://pool.example:9229",
  ],
])('a page may connect to %s', async (_name, cognito, sources) => {
  const headers = await headersOf('/login', { config: { cognito } });
  expect(directivesOf(headers['content-security-policy'])['connect-src']).toBe(sources);
});
