import { createHash, createSign, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TokenIssuer {
  /** Settings that make the server accept the tokens. */
  readonly settings: Readonly<Record<string, string>>;
  readonly issue: (sub: string) => string;
  readonly close: () => void;
}

const clientId = 'bench';
const keyId = 'bench';

/** Opens an external user pool as far as the server sees it: tokens, and the key to verify them. */
export async function openTokenIssuer(): Promise<TokenIssuer> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: keyId, alg: 'RS256', use: 'sig' }];
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: {
      COGNITO_USER_POOL_ID: 'local_bench',
      COGNITO_CLIENT_ID: clientId,
      COGNITO_ISSUER: issuer,
    },
    issue(sub) {
      const iat = Math.floor(Date.now() / 1000);
      const claims = { sub, iss: issuer, aud: clientId, token_use: 'id', iat, exp: iat + 7200 };
      const parts = [{ alg: 'RS256', kid: keyId }, claims].map((part) =>
        Buffer.from(JSON.stringify(part)).toString('base64url'),
      );
      const text = parts.join('.');
      const signature = createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url');
      return `${text}.${signature}`;
    },
    close: () => void server.close(),
  };
}

/** Returns the id of the member with a number, the same as in the generators. */
export function nameMember(number: number): string {
  const hash = createHash('md5').update(`member ${number}`).digest('hex');
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
