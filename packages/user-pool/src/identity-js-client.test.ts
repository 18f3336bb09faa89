import {
  AuthenticationDetails,
  CognitoUser,
  type CognitoUserAttribute,
  CognitoUserPool,
  type ICognitoStorage,
} from 'amazon-cognito-identity-js';
import { expect, test } from 'vitest';
import { fromBase32 } from '#testing/pool-client.ts';
import { startTestPool } from '#testing/test-pool.ts';
import { totpCode, totpStep } from '#totp/totp.ts';

/*
 * Tests with the client before Amplify 6, which many older apps use. It sends `null` for members
 * that it leaves out, and it uses callbacks.
 */
const pool = await startTestPool();
const Storage = createStorage();
const users = new CognitoUserPool({
  UserPoolId: pool.options.poolId,
  ClientId: pool.options.clientId,
  endpoint: pool.endpoint,
  Storage,
});

function createStorage(): ICognitoStorage {
  const items = new Map<string, string>();
  return {
    setItem: (key, value) => void items.set(key, value),
    getItem: (key) => items.get(key) ?? null,
    removeItem: (key) => void items.delete(key),
    clear: () => {
      items.clear();
    },
  };
}

/** Turns a Node callback into a promise. */
async function request<T>(
  run: (done: (error: Error | null | undefined, answer?: T) => void) => void,
): Promise<T | undefined> {
  return await new Promise((resolve, reject) => {
    run((error, answer) => {
      if (error) reject(error);
      else resolve(answer);
    });
  });
}

type SignedIn = 'signed in' | 'asked for a code';

async function signIn(user: CognitoUser, Username: string, Password: string): Promise<SignedIn> {
  return await new Promise((resolve, reject) => {
    user.authenticateUser(new AuthenticationDetails({ Username, Password }), {
      onSuccess: () => {
        resolve('signed in');
      },
      onFailure: reject,
      totpRequired: () => {
        resolve('asked for a code');
      },
    });
  });
}

test('amazon-cognito-identity-js signs up, in, and sets up an authenticator app', async () => {
  const Username = 'older@example.com';
  const password = 'kotatsu 71';
  await request((done) => {
    users.signUp(Username, password, [], [], done);
  });
  const user = new CognitoUser({ Username, Pool: users, Storage });
  await request((done) => {
    user.confirmRegistration(pool.readCode(Username), false, done);
  });
  await expect(signIn(user, Username, 'wrong1234')).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
  expect(await signIn(user, Username, password)).toBe('signed in');
  await request((done) => {
    user.getSession(done);
  });

  const secret = await new Promise<string>((resolve, reject) => {
    user.associateSoftwareToken({ associateSecretCode: resolve, onFailure: reject });
  });
  const code = () => totpCode(fromBase32(secret), totpStep(pool.options.now()));
  await new Promise((resolve, reject) => {
    user.verifySoftwareToken(code(), 'phone', { onSuccess: resolve, onFailure: reject });
  });
  await request((done) => {
    user.setUserMfaPreference(null, { Enabled: true, PreferredMfa: true }, done);
  });
  pool.wait(60);
  expect(await signIn(user, Username, password)).toBe('asked for a code');
  await new Promise((resolve, reject) => {
    user.sendMFACode(code(), { onSuccess: resolve, onFailure: reject }, 'SOFTWARE_TOKEN_MFA');
  });
});

test('amazon-cognito-identity-js changes, deletes attributes, lists devices and deletes the account', async () => {
  const Username = 'leaver@example.com';
  await pool.addUser({ email: Username, password: 'kotatsu 72' });
  const user = new CognitoUser({ Username, Pool: users, Storage });
  await signIn(user, Username, 'kotatsu 72');
  await request((done) => {
    user.updateAttributes([{ Name: 'name', Value: '花子' }], done);
  });
  await request((done) => {
    user.deleteAttributes(['name'], done);
  });
  const attributes = await request<CognitoUserAttribute[]>((done) => {
    user.getUserAttributes(done);
  });
  expect(attributes?.map((attribute) => attribute.getName())).not.toContain('name');
  for (const minutes of [70, 70]) {
    pool.wait(minutes * 60);
    const token = user.getSignInUserSession()?.getRefreshToken();
    if (token === undefined) throw new Error('There is no session');
    await request((done) => {
      user.refreshSession(token, done);
    });
  }
  const devices = await new Promise<{ Devices?: unknown }>((resolve, reject) => {
    user.listDevices(10, null, { onSuccess: resolve as never, onFailure: reject });
  });
  expect(devices.Devices).toEqual([]);
  await request((done) => {
    user.changePassword('kotatsu 72', 'kotatsu 73', done);
  });
  await new Promise((resolve, reject) => {
    user.globalSignOut({ onSuccess: resolve, onFailure: reject });
  });
  await expect(signIn(user, Username, 'kotatsu 72')).rejects.toThrow('Incorrect username');
  await signIn(user, Username, 'kotatsu 73');
  await request((done) => {
    user.deleteUser(done);
  });
});
