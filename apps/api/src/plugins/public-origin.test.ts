import { expect, test } from 'vitest';
import { readConfig } from '#config.ts';
import { findPublicOrigin } from './public-origin.ts';

test.each([
  [{}, 'http://localhost:3000'],
  [{ PUBLIC_URL: 'https://gym.example' }, 'https://gym.example'],
  [{ PUBLIC_URL: 'https://gym.example', PORT: '0' }, 'https://gym.example'],
  [{ PORT: '0' }, 'http://localhost:4711'],
])('%o: members come to %s', (env, origin) => {
  const addresses = () => [{ address: '127.0.0.1', family: 'IPv4', port: 4711 }];
  expect(findPublicOrigin(readConfig(env), { addresses }).origin).toBe(origin);
});
