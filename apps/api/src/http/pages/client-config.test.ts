import { ClientConfig } from '@tanren/contract/build-manifest';
import { Check } from 'typebox/value';
import { expect, test } from 'vitest';

import { describeClientConfig } from './client-config.ts';
import { type Config, readConfig } from '#config/config.ts';

const amazon = {
  userPoolId: 'ap-northeast-1_abc',
  clientId: 'web',
  identityPoolId: 'ap-northeast-1:123',
  issuer: 'https://cognito-idp.ap-northeast-1.amazonaws.com/ap-northeast-1_abc',
};
const ids = { userPoolId: 'ap-northeast-1_abc', userPoolClientId: 'web' };

test.each<[string, Config['cognito'], object]>([
  [
    'the embedded pool is on our own origin',
    null,
    { userPoolEndpoint: '/cognito/', identityPoolEndpoint: '/cognito/' },
  ],
  ['Amazon needs no address', amazon, { ...ids, identityPoolId: 'ap-northeast-1:123' }],
  ['Amazon without identities', { ...amazon, identityPoolId: null }, ids],
  [
    'a pool elsewhere is named',
    { ...amazon, issuer: 'http://pool.example:9229/x' },
    {
      ...ids,
      userPoolEndpoint: 'http://pool.example:9229/',
      identityPoolId: 'ap-northeast-1:123',
      identityPoolEndpoint: 'http://pool.example:9229/',
    },
  ],
  [
    'a host that only looks like Amazon is elsewhere',
    {
      ...amazon,
      identityPoolId: null,
      issuer: 'https://cognito-idp.x.amazonaws.com.evil.example/x',
    },
    { ...ids, userPoolEndpoint: 'https://cognito-idp.x.amazonaws.com.evil.example/' },
  ],
])('%s', (_name, cognito, expected) => {
  const config = describeClientConfig({ cognito, serviceWorker: true, tracing: null });
  expect(config).toMatchObject(expected);
  expect(Check(ClientConfig, config)).toBe(true);
  const endpoints = Object.keys(config).filter((key) => key.endsWith('Endpoint'));
  expect(endpoints).toEqual(Object.keys(expected).filter((key) => key.endsWith('Endpoint')));
});

test('the embedded ids contain the separators that Amplify expects', () => {
  const { userPoolId, identityPoolId } = describeClientConfig({
    cognito: null,
    serviceWorker: true,
    tracing: null,
  });
  expect(userPoolId).toMatch(/^[^_]+_.+$/);
  expect(identityPoolId).toMatch(/^[^:]+:.+$/);
});

test('the page receives the settings that turn the service worker off and traces on', () => {
  const usual = describeClientConfig({ cognito: null, serviceWorker: true, tracing: null });
  expect(usual).not.toHaveProperty('serviceWorker');
  expect(usual).not.toHaveProperty('traces');
  const { tracing } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' });
  const config = describeClientConfig({ cognito: null, serviceWorker: false, tracing });
  expect(config).toMatchObject({ serviceWorker: false, traces: true });
  expect(JSON.stringify(config)).not.toContain('collector');
});
