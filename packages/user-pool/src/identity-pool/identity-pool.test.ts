import { randomUUID } from 'node:crypto';
import { signRequest } from '@aws-amplify/core/internals/aws-client-utils';
import { fetchAuthSession, signIn, signOut, updatePassword } from 'aws-amplify/auth';
import { describe, expect, test } from 'vitest';
import {
  byPassword,
  configureAmplify,
  createDevice,
  pickUpDevice,
} from '#testing/amplify-client.ts';
import { callPool } from '#testing/pool-client.ts';
import { startTestPool } from '#testing/test-pool.ts';
import { createPoolContext } from '#user-pool.ts';
import { createVerifySignature, issueCredentials, nameIdentity } from './identity-credentials.ts';

const pool = await startTestPool();
const { options } = pool;
const password = 'okonomiyaki1';

// spec 1.17, 7.51, 7.52
test('the real client gets the same identity, and credentials for an hour', async () => {
  configureAmplify(pool, { identityPool: true });
  pickUpDevice(createDevice());
  await pool.addUser({ email: 'osaka@example.com', password });
  await signIn({ username: 'osaka@example.com', password, options: byPassword });
  const first = await fetchAuthSession();
  expect(first.identityId).toMatch(/^local:[0-9a-f-]{36}$/);
  expect(first.credentials?.accessKeyId).toMatch(/^ASIA[A-Z2-7]{16}$/);
  const second = await fetchAuthSession({ forceRefresh: true });
  expect(second.identityId).toBe(first.identityId);
  // The client calls the identity pool before each of its own calls if one is configured.
  await updatePassword({ oldPassword: password, newPassword: 'hiroshimayaki1' });

  const token = second.tokens?.idToken?.toString() ?? '';
  const provider = options.issuer.replace('http://', '');
  const sendRequest = async (target: string, body: object) =>
    await callPool(pool.endpoint, `AWSCognitoIdentityService.${target}`, body);
  const credentials = await sendRequest('GetCredentialsForIdentity', {
    IdentityId: first.identityId,
    Logins: { [provider]: token },
  });
  const { Expiration } = credentials.body['Credentials'] as { Expiration: number };
  expect(Expiration - Math.floor(options.now().getTime() / 1000)).toBe(3600);

  const { identityPoolId: IdentityPoolId } = options;
  const rejections = [
    await sendRequest('GetId', { IdentityPoolId }),
    await sendRequest('GetId', { IdentityPoolId, Logins: { 'elsewhere.example/x': token } }),
    await sendRequest('GetId', { IdentityPoolId, Logins: { [provider]: 'nonsense' } }),
    await sendRequest('GetCredentialsForIdentity', { IdentityId: first.identityId }),
    await sendRequest('GetCredentialsForIdentity', {
      IdentityId: 'local:00000000-0000-4000-8000-000000000000',
      Logins: { [provider]: token },
    }),
  ];
  for (const { status, body } of rejections) {
    expect({ status, type: body['__type'] }).toEqual({
      status: 400,
      type: 'NotAuthorizedException',
    });
  }
  expect((await sendRequest('GetId', { IdentityPoolId: 'local:other' })).body['__type']).toBe(
    'ResourceNotFoundException',
  );
  await signOut();
  expect(
    (await sendRequest('GetId', { IdentityPoolId, Logins: { [provider]: token } })).status,
  ).toBe(400);
});

/** Signs a request like the real client. */
function signWith(
  credentials: Pick<
    ReturnType<typeof issueCredentials>,
    'AccessKeyId' | 'SecretKey' | 'SessionToken'
  >,
  {
    at = options.now(),
    url = new URL('http://tanren.example/api/live'),
    service = 'execute-api',
  } = {},
) {
  const {
    AccessKeyId: accessKeyId,
    SecretKey: secretAccessKey,
    SessionToken: sessionToken,
  } = credentials;
  const { headers } = signRequest(
    { method: 'POST', headers: {}, url },
    {
      credentials: { accessKeyId, secretAccessKey, sessionToken },
      signingDate: at,
      signingRegion: 'local',
      signingService: service,
    },
  );
  const {
    authorization = '',
    'x-amz-date': date = '',
    'x-amz-security-token': token = '',
  } = headers;
  return { method: 'POST', url, authorization, date, securityToken: token };
}

describe('a request signed with the credentials of an identity', () => {
  const context = createPoolContext(options);
  const verify = createVerifySignature(options);
  const [sub, other] = [randomUUID(), randomUUID()];
  const issue = (who = sub) => issueCredentials(context, nameIdentity(context, who));
  const minutes = (count: number) => new Date(options.now().getTime() + count * 60_000);

  // spec 9.54
  test('belongs to its owner, with a clock that is five minutes off', () => {
    for (const at of [minutes(-5), minutes(0), minutes(5)]) {
      expect(verify(sub, signWith(issue(), { at }))).toBe(nameIdentity(context, sub));
    }
  });

  test.each([
    ['by a wrong key', () => signWith({ ...issue(), SecretKey: 'x' }), 'SignatureDoesNotMatch'],
    ['by another identity', () => signWith(issue(other)), 'SignatureDoesNotMatch'],
    [
      'with another’s token',
      () => signWith({ ...issue(), SessionToken: issue(other).SessionToken }),
      'UnrecognizedClient',
    ],
    ['more than five minutes ago', () => signWith(issue(), { at: minutes(-6) }), 'TimeTooSkewed'],
    ['more than five minutes ahead', () => signWith(issue(), { at: minutes(6) }), 'TimeTooSkewed'],
    ['for another service', () => signWith(issue(), { service: 's3' }), 'SignatureDoesNotMatch'],
    [
      'for another call',
      () => ({ ...signWith(issue()), url: new URL('http://tanren.example/api/other') }),
      'SignatureDoesNotMatch',
    ],
    [
      'for another host',
      () => ({ ...signWith(issue()), url: new URL('http://elsewhere.example/api/live') }),
      'SignatureDoesNotMatch',
    ],
    ['not at all', () => ({ ...signWith(issue()), authorization: 'x' }), 'IncompleteSignature'],
    ['at no time', () => ({ ...signWith(issue()), date: '20269999T999999Z' }), 'TimeTooSkewed'],
  ])('is rejected when it was signed %s', (_, request, reason) => {
    expect(() => verify(sub, request())).toThrow(reason);
  });

  test('is rejected after the credentials have expired', () => {
    const credentials = issue();
    pool.wait(3599);
    expect(verify(sub, signWith(credentials))).toBe(nameIdentity(context, sub));
    pool.wait(1);
    expect(() => verify(sub, signWith(credentials))).toThrow('ExpiredToken');
  });
});
