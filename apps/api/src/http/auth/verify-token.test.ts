import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  exportJWK,
  exportPKCS8,
  exportSPKI,
  generateKeyPair,
  importPKCS8,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { beforeAll, expect, onTestFinished, test } from 'vitest';

import { createVerifyToken } from './verify-token.ts';

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;
let ours: KeyPair;
let theirs: KeyPair;

beforeAll(async () => {
  ours = await generateKeyPair('RS256', { extractable: true });
  theirs = await generateKeyPair('RS256', { extractable: true });
});

interface Pool {
  issuer: string;
  keys: object[];
  status: number;
  requests: number;
}

/** Starts a real server in place of the pool's. */
async function startPool(): Promise<Pool> {
  const jwk = { ...(await exportJWK(ours.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const pool: Pool = { issuer: '', keys: [jwk], status: 200, requests: 0 };
  const server = createServer((_request, response) => {
    pool.requests += 1;
    response.writeHead(pool.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ keys: pool.keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  pool.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/local_pool`;
  return pool;
}

function verifierFor(issuer: string, now?: () => Date) {
  const cognito = { userPoolId: 'local_pool', clientId: 'web', identityPoolId: null, issuer };
  return createVerifyToken(cognito, now);
}

function claims(issuer: string, changes: Record<string, unknown> = {}): JWTPayload {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: issuer,
    aud: 'web',
    sub: 'sub-1',
    token_use: 'id',
    iat: now,
    exp: now + 3600,
    'cognito:username': 'alice',
    'cognito:groups': ['trainer'],
    email: 'alice@gym.example',
    ...changes,
  };
}

function sign(
  payload: JWTPayload,
  key: KeyPair['privateKey'] | Uint8Array,
  alg = 'RS256',
  kid = 'one',
) {
  return new SignJWT(payload).setProtectedHeader({ alg, kid }).sign(key);
}

const unauthenticated = expect.objectContaining({ code: 'unauthenticated' }) as unknown;
const notReady = expect.objectContaining({ code: 'not_ready' }) as unknown;

test('returns the owner of an id token', async () => {
  const { issuer } = await startPool();
  const said = claims(issuer);
  const token = await sign(said, ours.privateKey);
  await expect(verifierFor(issuer)(token)).resolves.toEqual({
    sub: 'sub-1',
    username: 'alice',
    groups: ['trainer'],
    email: 'alice@gym.example',
    issuedAt: new Date((said.iat ?? 0) * 1000),
    goodUntil: expect.any(Date) as Date,
  });
});

test('accepts a token without groups and e-mail', async () => {
  const { issuer } = await startPool();
  const bare = claims(issuer);
  delete bare['cognito:groups'];
  delete bare['email'];
  const identity = await verifierFor(issuer)(await sign(bare, ours.privateKey));
  expect(identity).toEqual({
    sub: 'sub-1',
    username: 'alice',
    groups: [],
    issuedAt: expect.any(Date) as Date,
    goodUntil: expect.any(Date) as Date,
  });
});

test.each<[string, Record<string, unknown>]>([
  ['another audience', { aud: 'other' }],
  ['another issuer', { iss: 'https://evil.example' }],
  ['an access token', { token_use: 'access', aud: 'web' }],
  ['no token_use', { token_use: undefined }],
  ['an expired one', { exp: Math.floor(Date.now() / 1000) - 60 }],
  ['one without expiry', { exp: undefined }],
  ['one not valid yet', { nbf: Math.floor(Date.now() / 1000) + 600 }],
  ['one without a subject', { sub: undefined }],
  ['one with an empty subject', { sub: '' }],
])('rejects %s', async (_name, changes) => {
  const { issuer } = await startPool();
  const payload = Object.fromEntries(
    Object.entries(claims(issuer, changes)).filter(([, value]) => value !== undefined),
  );
  const token = await sign(payload, ours.privateKey);
  await expect(verifierFor(issuer)(token)).rejects.toEqual(unauthenticated);
});

test.each<[string, (issuer: string) => Promise<string> | string]>([
  ['another key with our key id', (issuer) => sign(claims(issuer), theirs.privateKey)],
  ['an unknown key id', (issuer) => sign(claims(issuer), theirs.privateKey, 'RS256', 'two')],
  ['no signature', (issuer) => new UnsecuredJWT(claims(issuer)).encode()],
  [
    'HS256 with the public key as secret',
    async (issuer) =>
      sign(claims(issuer), new TextEncoder().encode(await exportSPKI(ours.publicKey)), 'HS256'),
  ],
  [
    'a changed payload',
    async (issuer) => {
      const [head, , tail] = (await sign(claims(issuer), ours.privateKey)).split('.');
      const body = Buffer.from(JSON.stringify(claims(issuer, { sub: 'admin' }))).toString(
        'base64url',
      );
      return [head, body, tail].join('.');
    },
  ],
  ['garbage', () => 'garbage'],
  ['three dots', () => '...'],
  ['nothing', () => ''],
])('%s is refused', async (_name, forge) => {
  const { issuer } = await startPool();
  await expect(verifierFor(issuer)(await forge(issuer))).rejects.toEqual(unauthenticated);
});

test('rejects RSA-PSS although the key fits', async () => {
  const { issuer } = await startPool();
  const key = await importPKCS8(await exportPKCS8(ours.privateKey), 'PS256');
  const token = await sign(claims(issuer), key, 'PS256');
  await expect(verifierFor(issuer)(token)).rejects.toEqual(unauthenticated);
});

test('accepts a small difference of clocks and rejects a large one', async () => {
  const { issuer } = await startPool();
  const token = await sign(claims(issuer), ours.privateKey);
  const at = (seconds: number) => () => new Date(Date.now() + seconds * 1000);
  await expect(verifierFor(issuer, at(3610))(token)).resolves.toMatchObject({ sub: 'sub-1' });
  await expect(verifierFor(issuer, at(3660))(token)).rejects.toEqual(unauthenticated);
});

test('reports missing keys as a server failure, not as an invalid token', async () => {
  const pool = await startPool();
  const token = await sign(claims(pool.issuer), ours.privateKey);
  const verify = verifierFor(pool.issuer);
  pool.status = 500;
  await expect(verify(token)).rejects.toEqual(notReady);
  pool.status = 200;
  await expect(verify(token)).resolves.toMatchObject({ sub: 'sub-1' });
  // The keys are cached now, and an outage does not matter.
  pool.status = 500;
  await expect(verify(token)).resolves.toMatchObject({ sub: 'sub-1' });
  await expect(verifierFor('http://127.0.0.1:1/local_pool')(token)).rejects.toEqual(notReady);
});

test('fetches the keys once, not for every token', async () => {
  const pool = await startPool();
  const verify = verifierFor(pool.issuer);
  const token = await sign(claims(pool.issuer), ours.privateKey);
  for (let call = 0; call < 5; call += 1) await verify(token);
  expect(pool.requests).toBe(1);
});
