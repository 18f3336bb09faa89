import { readFile } from 'node:fs/promises';
import * as amazon from '@aws-sdk/client-cognito-identity-provider';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callPool, callPoolFrom, enterPassword, readTokens } from '#testing/pool-client.ts';
import { signInWithSrp } from '#testing/srp-client.ts';
import { startTestPool } from '#testing/test-pool.ts';
import { operations } from './operations.ts';

const pool = await startTestPool();
const { endpoint } = pool;
const ClientId = pool.options.clientId;
const email = 'wire@example.com';
const password = 'denwa 2024';
await pool.addUser({ email, password });
const { AccessToken, IdToken, RefreshToken } = readTokens(
  await enterPassword(endpoint, email, password),
);

/** Well-formed input for each operation. None of it ends the session that the others use. */
const samples: Record<string, Record<string, unknown>> = {
  AssociateSoftwareToken: { AccessToken },
  ChangePassword: { AccessToken, PreviousPassword: 'wrong1234', ProposedPassword: 'denwa 2025' },
  ConfirmForgotPassword: {
    ClientId,
    Username: email,
    ConfirmationCode: 'x',
    Password: 'denwa 2025',
  },
  ConfirmSignUp: { ClientId, Username: email, ConfirmationCode: 'x' },
  ConfirmDevice: { AccessToken, DeviceKey: 'x' },
  DeleteUser: { AccessToken: `${AccessToken}x` },
  DeleteUserAttributes: { AccessToken, UserAttributeNames: ['name'] },
  ForgetDevice: { AccessToken, DeviceKey: 'x' },
  ForgotPassword: { ClientId, Username: email },
  GetDevice: { AccessToken, DeviceKey: 'x' },
  GetTokensFromRefreshToken: { ClientId, RefreshToken },
  GetUser: { AccessToken },
  GetUserAttributeVerificationCode: { AccessToken, AttributeName: 'email' },
  GlobalSignOut: { AccessToken: `${AccessToken}x` },
  InitiateAuth: {
    ClientId,
    AuthFlow: 'USER_SRP_AUTH',
    AuthParameters: { USERNAME: email, SRP_A: 'abc' },
  },
  ListDevices: { AccessToken, Limit: 60 },
  ResendConfirmationCode: { ClientId, Username: email },
  RespondToAuthChallenge: {
    ClientId,
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeResponses: {
      USERNAME: email,
      PASSWORD_CLAIM_SECRET_BLOCK: 'AAAA',
      PASSWORD_CLAIM_SIGNATURE: 'AAAA',
      TIMESTAMP: 'Wed Apr 5 22:42:34 UTC 2017',
    },
    Session: 'x'.repeat(40),
  },
  RevokeToken: { ClientId, Token: 'unknown' },
  SetUserMFAPreference: { AccessToken, SoftwareTokenMfaSettings: { Enabled: false } },
  SignUp: { ClientId, Username: 'new@example.com', Password: password, UserAttributes: [] },
  UpdateDeviceStatus: { AccessToken, DeviceKey: 'x', DeviceRememberedStatus: 'remembered' },
  UpdateUserAttributes: { AccessToken, UserAttributes: [{ Name: 'name', Value: '花子' }] },
  VerifySoftwareToken: { AccessToken, UserCode: '12345x' },
  VerifyUserAttribute: { AccessToken, AttributeName: 'email', Code: 'x' },
  GetCredentialsForIdentity: { IdentityId: 'local:x', Logins: { x: IdToken } },
  GetId: { IdentityPoolId: pool.options.identityPoolId, Logins: { x: IdToken } },
};

const awkward: unknown[] = [
  undefined,
  null,
  0,
  true,
  '',
  ' ',
  'a\u0000b',
  '\ud800',
  '😀'.repeat(50),
  'x'.repeat(300),
  'x'.repeat(9000),
  "'; drop table user_pool_users; --",
  'constructor',
  [],
  [null],
  [{}],
  {},
  { a: 1 },
  { USERNAME: '\u0000', SRP_A: '0', PASSWORD: '\ud800' },
  { USERNAME: 'x'.repeat(300), SRP_A: 'f'.repeat(768), PASSWORD: 'x' },
  { USERNAME: email, SRP_A: 'f'.repeat(800) },
  { USERNAME: email, SRP_A: '-1' },
];

async function expectNoFailure(target: string, body: unknown) {
  const answer = await callPoolFrom(pool.app, '127.0.0.1', target, body);
  if (![200, 400].includes(answer.status)) {
    throw new Error(`${target} ${JSON.stringify(body)} gave ${JSON.stringify(answer.body)}`);
  }
  if (answer.status === 200) return;
  expect(answer.body['__type']).toMatch(/^\w+Exception$/);
  expect(answer.headers.get('x-amzn-errortype')).toBe(`${String(answer.body['__type'])}:`);
  expect(typeof answer.body['message']).toBe('string');
  expect(answer.headers.get('x-amzn-requestid')).toMatch(/./);
}

describe('malformed input never causes a server error', () => {
  test.each([...operations.keys()])('%s', async (target) => {
    const name = target.split('.')[1] ?? '';
    const sample = samples[name];
    if (sample === undefined) throw new Error(`${name} has no sample`);
    expect([200, 400]).toContain((await callPool(endpoint, target, sample)).status);
    for (const value of awkward) {
      if (value !== undefined) await expectNoFailure(target, value);
      for (const field of Object.keys(sample)) {
        await expectNoFailure(target, { ...sample, [field]: value });
        const inner = sample[field];
        if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) continue;
        for (const key of Object.keys(inner)) {
          await expectNoFailure(target, { ...sample, [field]: { ...inner, [key]: value } });
        }
      }
    }
  });

  test('any JSON for any operation', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...operations.keys()),
        fc.dictionary(
          fc.constantFrom('ClientId', 'Username', 'AuthFlow', 'AuthParameters', 'AccessToken'),
          fc.oneof(fc.jsonValue(), fc.constant(ClientId)),
        ),
        expectNoFailure,
      ),
      { numRuns: 150 },
    );
  });

  test('rejects bodies that are not JSON, too long, too deep or of another type', async () => {
    for (const body of ['', '{', '"', 'null', '[1,', '{"__proto__":{"a":1},"Username":"x"}']) {
      const answer = await callPool(endpoint, 'SignUp', body);
      expect(answer.status).toBe(400);
      expect(answer.body['__type']).toMatch(/^(Serialization|InvalidParameter)Exception$/);
    }
    const deep = `{"ClientMetadata":${'{"a":'.repeat(10_000)}0${'}'.repeat(10_000)}}`;
    const nested = await callPool(endpoint, 'SignUp', deep);
    expect(nested).toMatchObject({ status: 400, body: { __type: 'InvalidParameterException' } });
    const long = await callPool(endpoint, 'SignUp', JSON.stringify('x'.repeat(100_000)));
    expect(long).toMatchObject({ status: 400, body: { __type: 'SerializationException' } });
    const typed = await callPool(endpoint, 'SignUp', 'x', { 'content-type': 'image/png' });
    expect(typed).toMatchObject({ status: 400, body: { __type: 'SerializationException' } });
  });
});

test("the README states for each of Amazon's operations whether it is supported", async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const [table = '', absent = ''] = (readme.split('## Beside Amazon Cognito')[1] ?? '').split(
    'Absent:',
  );
  const documented = {
    here: [...table.matchAll(/^\| (\w+) +\| (?:same|different) +\|/gm)],
    absent: [...absent.matchAll(/`([A-Z]\w+)`/g)],
  };
  const known = Object.keys(amazon).flatMap((name) => /^([A-Z]\w+)Command$/.exec(name)?.[1] ?? []);
  expect(known.length).toBeGreaterThan(100);
  const isHere = (name: string) => operations.has(`AWSCognitoIdentityProviderService.${name}`);
  const names = (matches: RegExpExecArray[]) => matches.map(([, name = '']) => name).toSorted();
  expect(names(documented.here)).toEqual(known.filter(isHere).toSorted());
  expect(names(documented.absent)).toEqual(known.filter((name) => !isHere(name)).toSorted());
});

describe('the protocol', () => {
  test('names unknown operations', async () => {
    for (const target of ['ListUsers', 'AdminCreateUser', 'toString', 'Elsewhere.SignUp']) {
      expect(await callPool(endpoint, target, {})).toMatchObject({
        status: 400,
        body: { __type: 'UnknownOperationException' },
      });
    }
    const response = await fetch(endpoint, { method: 'POST', body: '{}' });
    expect(response.headers.get('x-amzn-errortype')).toBe('UnknownOperationException:');
  });

  test('never repeats a secret in an error', async () => {
    const { body } = await callPool(endpoint, 'SignUp', {
      ClientId,
      Username: 'new@example.com',
      Password: { secret: 'hunter2hunter2' },
    });
    expect(body['__type']).toBe('InvalidParameterException');
    expect(JSON.stringify(body)).not.toContain('hunter2');
  });

  test('accepts only its own client', async () => {
    expect(
      await callPool(endpoint, 'ForgotPassword', { ClientId: 'x', Username: email }),
    ).toMatchObject({
      status: 400,
      body: {
        __type: 'ResourceNotFoundException',
        message: 'User pool client x does not exist.',
      },
    });
  });

  test('treats null as absent everywhere, as Amazon does', async () => {
    const none = { SMSMfaSettings: null, SoftwareTokenMfaSettings: { Enabled: null } };
    const preference = await callPool(endpoint, 'SetUserMFAPreference', { AccessToken, ...none });
    expect(preference).toMatchObject({ status: 200, body: {} });
    const AuthParameters = { USERNAME: email, PASSWORD: password, DEVICE_KEY: null };
    const signIn = { ClientId, AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters };
    expect((await callPool(endpoint, 'InitiateAuth', signIn)).status).toBe(200);
    const missing = await callPool(endpoint, 'InitiateAuth', { ...signIn, AuthFlow: null });
    expect(missing.body['__type']).toBe('InvalidParameterException');
  });

  test('revokes refresh tokens only, and rejects others', async () => {
    for (const Token of [AccessToken, IdToken]) {
      expect(await callPool(endpoint, 'RevokeToken', { ClientId, Token })).toMatchObject({
        status: 400,
        body: { __type: 'UnsupportedTokenTypeException' },
      });
    }
    expect((await callPool(endpoint, 'GetUser', { AccessToken })).status).toBe(200);
  });

  test('deletes attributes that a user may write, and no others', async () => {
    const write = { UserAttributes: [{ Name: 'name', Value: '花子' }] };
    await callPool(endpoint, 'UpdateUserAttributes', { AccessToken, ...write });
    const remove = async (...UserAttributeNames: string[]) =>
      await callPool(endpoint, 'DeleteUserAttributes', { AccessToken, UserAttributeNames });
    expect(await remove('name', 'nickname')).toMatchObject({ status: 200, body: {} });
    const { body } = await callPool(endpoint, 'GetUser', { AccessToken });
    expect(JSON.stringify(body)).not.toContain('花子');
    expect((await remove('email')).body['__type']).toBe('InvalidParameterException');
    expect((await remove('sub')).body['__type']).toBe('NotAuthorizedException');
  });

  test('remembers no devices, and answers so to a signed-in user', async () => {
    const request = async (target: string, token = AccessToken) =>
      await callPool(endpoint, target, {
        AccessToken: token,
        DeviceKey: 'local_5f2a1b7c',
        DeviceRememberedStatus: 'remembered',
      });
    expect(await request('ListDevices')).toMatchObject({ status: 200, body: { Devices: [] } });
    expect((await request('ConfirmDevice')).body).toMatchObject({
      __type: 'InvalidParameterException',
      message: 'Invalid device key given.',
    });
    for (const target of ['GetDevice', 'ForgetDevice', 'UpdateDeviceStatus']) {
      expect((await request(target)).body).toMatchObject({
        __type: 'ResourceNotFoundException',
        message: 'Device does not exist.',
      });
      expect((await request(target, 'x')).body['__type']).toBe('NotAuthorizedException');
    }
  });

  test('rejects flows that are not offered', async () => {
    for (const AuthFlow of ['USER_AUTH', 'ADMIN_NO_SRP_AUTH', 'x']) {
      const { body } = await callPool(endpoint, 'InitiateAuth', {
        ClientId,
        AuthFlow,
        AuthParameters: { USERNAME: email },
      });
      expect(body['__type']).toBe('InvalidParameterException');
    }
  });

  test('accepts a plain password only when that is configured', async () => {
    const { db, keys } = pool.options;
    const strict = await startTestPool({ db, keys, passwordAuth: false });
    const answer = await enterPassword(strict.endpoint, email, password);
    expect(answer.body).toEqual({
      __type: 'InvalidParameterException',
      message: 'USER_PASSWORD_AUTH flow not enabled for this client',
    });
    const signedIn = await signInWithSrp(strict.endpoint, { username: email, password });
    expect(readTokens(signedIn).IdToken).not.toBe('');
  });

  test('answers also without a slash at the end of the path', async () => {
    const answer = await callPool(endpoint.replace(/\/$/, ''), 'GetUser', { AccessToken });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/x-amz-json-1.1/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});
