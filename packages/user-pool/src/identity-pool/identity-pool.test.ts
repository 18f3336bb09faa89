import { fetchAuthSession, signIn, signOut, updatePassword } from 'aws-amplify/auth';
import { expect, test } from 'vitest';
import { configureAmplify, createDevice, pickUpDevice } from '#testing/amplify-client.ts';
import { callPool } from '#testing/pool-client.ts';
import { startTestPool } from '#testing/test-pool.ts';

const pool = await startTestPool();
const { options } = pool;
const password = 'okonomiyaki1';

test('the real client gets the same identity and credentials for an hour', async () => {
  configureAmplify(pool, { identityPool: true });
  pickUpDevice(createDevice());
  await pool.addUser({ email: 'osaka@example.com', password });
  await signIn({ username: 'osaka@example.com', password });
  const first = await fetchAuthSession();
  expect(first.identityId).toMatch(/^local:[0-9a-f-]{36}$/);
  expect(first.credentials?.accessKeyId).toMatch(/^ASIA[A-Z2-7]{16}$/);
  const second = await fetchAuthSession({ forceRefresh: true });
  expect(second.identityId).toBe(first.identityId);
  // With an identity pool configured the client asks it before every call of its own.
  await updatePassword({ oldPassword: password, newPassword: 'hiroshimayaki1' });

  const token = second.tokens?.idToken?.toString() ?? '';
  const provider = options.issuer.replace('http://', '');
  const ask = async (target: string, body: object) =>
    await callPool(pool.endpoint, `AWSCognitoIdentityService.${target}`, body);
  const credentials = await ask('GetCredentialsForIdentity', {
    IdentityId: first.identityId,
    Logins: { [provider]: token },
  });
  const { Expiration } = credentials.body['Credentials'] as { Expiration: number };
  expect(Expiration - Math.floor(options.now().getTime() / 1000)).toBe(3600);

  const { identityPoolId: IdentityPoolId } = options;
  const refusals = [
    await ask('GetId', { IdentityPoolId }),
    await ask('GetId', { IdentityPoolId, Logins: { 'elsewhere.example/x': token } }),
    await ask('GetId', { IdentityPoolId, Logins: { [provider]: 'nonsense' } }),
    await ask('GetCredentialsForIdentity', { IdentityId: first.identityId }),
    await ask('GetCredentialsForIdentity', {
      IdentityId: 'local:00000000-0000-4000-8000-000000000000',
      Logins: { [provider]: token },
    }),
  ];
  for (const { status, body } of refusals) {
    expect({ status, type: body['__type'] }).toEqual({
      status: 400,
      type: 'NotAuthorizedException',
    });
  }
  expect((await ask('GetId', { IdentityPoolId: 'local:other' })).body['__type']).toBe(
    'ResourceNotFoundException',
  );
  await signOut();
  expect((await ask('GetId', { IdentityPoolId, Logins: { [provider]: token } })).status).toBe(400);
});
