import { createSign, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

interface TokenIssuer {
  /** Settings that make the program accept these tokens. */
  readonly settings: Readonly<Record<string, string>>;
  readonly issue: (sub: string, claims?: Readonly<Record<string, unknown>>) => string;
}

const clientId = 'tests';
const keyId = 'tests';
/** Longer than any test, because these tokens are never refreshed. */
const lifetimeSeconds = 6 * 60 * 60;

/** Starts an external user pool as a node sees it: tokens, and the key that verifies them. */
export async function startTokenIssuer(): Promise<TokenIssuer> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: keyId, alg: 'RS256', use: 'sig' }];
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: {
      COGNITO_USER_POOL_ID: 'local_tests',
      COGNITO_CLIENT_ID: clientId,
      COGNITO_ISSUER: issuer,
    },
    issue(sub, more = {}) {
      const iat = Math.floor(Date.now() / 1000);
      const exp = iat + lifetimeSeconds;
      const claims = { sub, iss: issuer, aud: clientId, token_use: 'id', iat, exp, ...more };
      const text = [{ alg: 'RS256', kid: keyId }, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
      return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`;
    },
  };
}
