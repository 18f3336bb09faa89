import { eq } from 'drizzle-orm';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { setUserGroups } from '#administration.ts';
import { loadOrCreateKeys, rotateSigningKey } from '#crypto/key-file.ts';
import { createKeys, parseKeys } from '#crypto/user-pool-keys.ts';
import { userPoolRefreshTokens } from '#schema/sessions.ts';
import { callPool, enterPassword, readTokens } from '#testing/pool-client.ts';
import { startTestPool } from '#testing/test-pool.ts';
import { createVerifyIdToken } from './verify-tokens.ts';

const signedOut: string[] = [];
const pool = await startTestPool({ onSignedOut: async (who) => void signedOut.push(who) });
const { endpoint, options } = pool;
const email = 'matcha@example.com';
const password = 'ryokucha77';
const sub = await pool.addUser({ email, password, groups: ['member', 'trainer'] });

const signIn = async (at = endpoint) => readTokens(await enterPassword(at, email, password));

async function refresh(RefreshToken: string, at = endpoint) {
  return await callPool(at, 'GetTokensFromRefreshToken', {
    ClientId: options.clientId,
    RefreshToken,
  });
}

describe('tokens', () => {
  test("contain Cognito's claims", async () => {
    const { IdToken, AccessToken } = await signIn();
    const id = decodeJwt(IdToken);
    const access = decodeJwt(AccessToken);
    expect(id).toMatchObject({
      sub,
      iss: options.issuer,
      aud: options.clientId,
      token_use: 'id',
      'cognito:username': sub,
      'cognito:groups': ['member', 'trainer'],
      email,
      email_verified: true,
      auth_time: access['auth_time'],
      origin_jti: access['origin_jti'],
    });
    expect(access).toMatchObject({
      sub,
      iss: options.issuer,
      client_id: options.clientId,
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      username: sub,
      'cognito:groups': ['member', 'trainer'],
    });
    expect(access.aud).toBeUndefined();
    expect(access.jti).not.toBe(id.jti);
    expect((id.exp ?? 0) - (id.iat ?? 0)).toBe(3600);
    expect(decodeProtectedHeader(IdToken)).toEqual({
      alg: 'RS256',
      kid: options.keys.signing[0]?.kid,
    });
  });

  test('can be verified with the published keys', async () => {
    const { IdToken } = await signIn();
    const base = new URL(`${options.poolId}/.well-known/`, endpoint);
    const discovery: unknown = await (await fetch(new URL('openid-configuration', base))).json();
    expect(discovery).toMatchObject({
      issuer: options.issuer,
      jwks_uri: `${options.issuer}/.well-known/jwks.json`,
    });
    const keys = createRemoteJWKSet(new URL('jwks.json', base));
    const { payload } = await jwtVerify(IdToken, keys, {
      issuer: options.issuer,
      audience: options.clientId,
    });
    expect(payload.sub).toBe(sub);
    const published = await (await fetch(new URL('jwks.json', base))).text();
    expect(published).not.toContain('"d"');
  });

  test('are rejected for another use, key, issuer, client or time', async () => {
    const { IdToken, AccessToken } = await signIn();
    const claims = decodeJwt(IdToken);
    const key = options.keys.signing[0];
    if (key === undefined) throw new Error('There is no key');
    const sign = async (changes: object, { privateKey, kid } = key) =>
      await new SignJWT({ ...claims, ...changes })
        .setProtectedHeader({ alg: 'RS256', kid })
        .sign(privateKey);
    const other = await parseKeys(JSON.stringify(await createKeys(new Date())));
    const otherKey = other.signing[0];
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${IdToken.split('.')[1] ?? ''}.`;
    const hmac = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: key.kid })
      .sign(Buffer.from(JSON.stringify(key.publicJwk)));
    await expect(pool.verifyIdToken(await sign({}))).resolves.toMatchObject({ sub });
    for (const token of [
      AccessToken,
      unsigned,
      hmac,
      await sign({}, otherKey),
      await sign({}, otherKey && { ...otherKey, kid: key.kid }),
      await sign({ iss: 'https://elsewhere.example' }),
      await sign({ aud: 'another-client' }),
      await sign({ token_use: 'access' }),
      await sign({ origin_jti: undefined }),
      await sign({ sub: '00000000-0000-4000-8000-000000000000' }),
      `${IdToken.slice(0, -2)}AA`,
      '',
      'a.b.c',
    ]) {
      await expect(pool.verifyIdToken(token)).rejects.toMatchObject({
        name: 'NotAuthorizedException',
      });
    }
    for (const token of [IdToken, await sign({ client_id: options.clientId })]) {
      const answer = await callPool(endpoint, 'GetUser', { AccessToken: token });
      expect(answer.body['message']).toBe('Invalid Access Token');
    }
    pool.wait(3601);
    await expect(pool.verifyIdToken(IdToken)).rejects.toThrow('expired');
  });

  test('contain new groups after a refresh, and the verified identity has them at once', async () => {
    const { IdToken, RefreshToken } = await signIn();
    await setUserGroups(pool.db, sub, ['staff']);
    onTestFinished(async () => await setUserGroups(pool.db, sub, ['member', 'trainer']));
    expect((await pool.verifyIdToken(IdToken)).groups).toEqual(['staff']);
    const tokens = readTokens(await refresh(RefreshToken));
    expect(decodeJwt(tokens.IdToken)['cognito:groups']).toEqual(['staff']);
  });
});

describe('refreshing', () => {
  test('keeps the sign-in and changes the token, by either operation', async () => {
    const first = await signIn();
    const second = readTokens(await refresh(first.RefreshToken));
    const third = readTokens(
      await callPool(endpoint, 'InitiateAuth', {
        ClientId: options.clientId,
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        AuthParameters: { REFRESH_TOKEN: second.RefreshToken },
      }),
    );
    const before = decodeJwt(first.AccessToken);
    const after = decodeJwt(third.AccessToken);
    expect(new Set([first, second, third].map((tokens) => tokens.RefreshToken)).size).toBe(3);
    expect(after['origin_jti']).toBe(before['origin_jti']);
    expect(after['auth_time']).toBe(before['auth_time']);
    expect(after.jti).not.toBe(before.jti);
  });

  test('works for two tabs on two nodes at the same moment', async () => {
    const { RefreshToken } = await signIn();
    const other = await pool.startNode();
    const answers = await Promise.all(
      Array.from({ length: 6 }, async (_, index) =>
        refresh(RefreshToken, index % 2 === 0 ? endpoint : other.endpoint),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const successors = new Set(answers.map((answer) => readTokens(answer).RefreshToken));
    expect([...successors]).toHaveLength(1);
    expect(successors).not.toContain(RefreshToken);
  });

  test('gives a late caller within the grace period the newest token', async () => {
    const first = await signIn();
    const second = readTokens(await refresh(first.RefreshToken));
    const third = readTokens(await refresh(second.RefreshToken));
    pool.wait(50);
    expect(readTokens(await refresh(first.RefreshToken)).RefreshToken).toBe(third.RefreshToken);
    const stored = await pool.db
      .select()
      .from(userPoolRefreshTokens)
      .where(eq(userPoolRefreshTokens.originJti, String(decodeJwt(first.IdToken)['origin_jti'])));
    expect(stored.filter(({ replacedAt }) => replacedAt === null)).toHaveLength(1);
  });

  test('detects a copied token used within the grace period as soon as both continue', async () => {
    const stolen = (await signIn()).RefreshToken;
    const member = readTokens(await refresh(stolen)).RefreshToken;
    const thief = readTokens(await refresh(stolen)).RefreshToken;
    pool.wait(3600);
    expect((await refresh(member)).status).toBe(200);
    pool.wait(61);
    expect(await refresh(thief)).toMatchObject({ body: { __type: 'RefreshTokenReuseException' } });
  });

  test('accepts an old token within the grace period, and later ends the whole sign-in', async () => {
    await callPool(endpoint, 'GlobalSignOut', { AccessToken: (await signIn()).AccessToken });
    signedOut.length = 0;
    const first = await signIn();
    const second = readTokens(await refresh(first.RefreshToken));
    pool.wait(50);
    expect((await refresh(first.RefreshToken)).status).toBe(200);
    pool.wait(11);
    const reused = await refresh(first.RefreshToken);
    expect(reused).toMatchObject({ status: 400, body: { __type: 'RefreshTokenReuseException' } });
    expect(signedOut).toEqual([sub]);
    expect(await refresh(second.RefreshToken)).toMatchObject({
      body: { __type: 'NotAuthorizedException', message: 'Refresh Token has been revoked' },
    });
    await expect(pool.verifyIdToken(second.IdToken)).rejects.toThrow('revoked');
  });

  test('ends after 30 days', async () => {
    const first = await signIn();
    pool.wait(29 * 24 * 3600);
    const { RefreshToken } = readTokens(await refresh(first.RefreshToken));
    pool.wait(24 * 3600);
    expect(await refresh(RefreshToken)).toMatchObject({
      body: { message: 'Refresh Token has expired' },
    });
  });

  test('accepts only its own tokens', async () => {
    expect(await refresh('nonsense')).toMatchObject({
      body: { __type: 'NotAuthorizedException', message: 'Invalid Refresh Token' },
    });
    const { RefreshToken } = await signIn();
    const rows = await pool.db
      .select()
      .from(userPoolRefreshTokens)
      .where(eq(userPoolRefreshTokens.tokenHash, Buffer.from(RefreshToken)));
    expect(rows).toEqual([]);
  });
});

describe('revocation applies at once on every node', () => {
  const call = async (target: string, body: object) => {
    const { status, body: answer } = await callPool(endpoint, target, body);
    if (status !== 200) throw new Error(`${target}: ${JSON.stringify(answer)}`);
    return answer;
  };

  test('signing out ends this sign-in only', async () => {
    const here = await signIn();
    const there = await signIn();
    await call('RevokeToken', { ClientId: options.clientId, Token: here.RefreshToken });
    const verifyElsewhere = createVerifyIdToken({ ...options });
    await expect(verifyElsewhere(here.IdToken)).rejects.toThrow('revoked');
    expect((await refresh(here.RefreshToken)).status).toBe(400);
    const user = await callPool(endpoint, 'GetUser', { AccessToken: here.AccessToken });
    expect(user.body['message']).toBe('Access Token has been revoked');
    expect(await verifyElsewhere(there.IdToken)).toMatchObject({ sub });
  });

  test('the hash of a refresh token can end its sign-in, but not renew it', async () => {
    const here = await signIn();
    const there = await signIn();
    const Token = `sha256:${createHash('sha256').update(here.RefreshToken).digest('hex')}`;
    expect((await refresh(Token)).status).toBe(400);
    expect(await createVerifyIdToken({ ...options })(here.IdToken)).toMatchObject({ sub });
    await call('RevokeToken', { ClientId: options.clientId, Token });
    const verifyElsewhere = createVerifyIdToken({ ...options });
    await expect(verifyElsewhere(here.IdToken)).rejects.toThrow('revoked');
    expect((await refresh(here.RefreshToken)).status).toBe(400);
    expect(await verifyElsewhere(there.IdToken)).toMatchObject({ sub });
  });

  test('notifies the server of the last sign-in that ends, and of no other', async () => {
    await call('GlobalSignOut', { AccessToken: (await signIn()).AccessToken });
    const here = await signIn();
    const there = await signIn();
    signedOut.length = 0;
    const revoke = async ({ RefreshToken }: typeof here) =>
      await call('RevokeToken', { ClientId: options.clientId, Token: RefreshToken });
    await revoke(here);
    expect(signedOut).toEqual([]);
    await revoke(there);
    expect(signedOut).toEqual([sub]);
  });

  test('notifies once when the last two end at the same moment', async () => {
    await call('GlobalSignOut', { AccessToken: (await signIn()).AccessToken });
    const tokens = [await signIn(), await signIn()];
    signedOut.length = 0;
    await Promise.all(
      tokens.map(async ({ RefreshToken }) =>
        call('RevokeToken', { ClientId: options.clientId, Token: RefreshToken }),
      ),
    );
    expect(signedOut).toContain(sub);
  });

  test('signing out everywhere ends all', async () => {
    const here = await signIn();
    const there = await signIn();
    signedOut.length = 0;
    await call('GlobalSignOut', { AccessToken: here.AccessToken });
    expect(signedOut).toEqual([sub]);
    for (const { IdToken, RefreshToken } of [here, there]) {
      await expect(pool.verifyIdToken(IdToken)).rejects.toThrow('revoked');
      expect((await refresh(RefreshToken)).status).toBe(400);
    }
  });

  test('a new password ends all others', async () => {
    const here = await signIn();
    const there = await signIn();
    signedOut.length = 0;
    await call('ChangePassword', {
      AccessToken: here.AccessToken,
      PreviousPassword: password,
      ProposedPassword: 'hojicha2024',
    });
    await expect(pool.verifyIdToken(there.IdToken)).rejects.toThrow('revoked');
    expect(await pool.verifyIdToken(here.IdToken)).toMatchObject({ sub });
    expect(signedOut).toEqual([sub]);
    expect(pool.mails.at(-1)?.subject).toBe('【TANREN】パスワード変更のお知らせ');
    await call('ChangePassword', {
      AccessToken: here.AccessToken,
      PreviousPassword: 'hojicha2024',
      ProposedPassword: password,
    });
  });

  test('treats an unknown token as revoked', async () => {
    const body = { ClientId: options.clientId, Token: 'never issued' };
    expect(await call('RevokeToken', body)).toEqual({});
  });
});

test('a new signing key signs no one out', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'user-pool-'));
  onTestFinished(async () => await rm(dataDir, { recursive: true }));
  const before = await startTestPool({ keys: await loadOrCreateKeys(dataDir, new Date()) });
  await before.addUser({ email, password });
  const old = await signIn(before.endpoint);

  await rotateSigningKey(dataDir, new Date());
  let hours = 0;
  const restarted = {
    ...before.options,
    keys: await loadOrCreateKeys(dataDir, new Date()),
    now: () => new Date(Date.now() + hours * 3_600_000),
  };
  const after = await startTestPool(restarted);
  expect(await after.verifyIdToken(old.IdToken)).toMatchObject({ email });
  // Nodes that have not restarted do not have the new key yet.
  const early = readTokens(await refresh(old.RefreshToken, after.endpoint));
  expect(await before.verifyIdToken(early.IdToken)).toMatchObject({ email });
  hours = 1.1;
  const late = readTokens(await refresh(early.RefreshToken, after.endpoint));
  expect(decodeProtectedHeader(late.IdToken).kid).not.toBe(decodeProtectedHeader(old.IdToken).kid);
  expect(await after.verifyIdToken(late.IdToken)).toMatchObject({ email });
});
