import { issueTanrenMqtt } from '@tanren/contract/machines/tanren-connection';
import { signOut } from 'aws-amplify/auth';
import { getUserInfo } from '@tanren/contract/members/userinfo';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { readCredentials } from '#lib/auth/identity-pool.ts';
import { answer, listCalls, lost, rejectWith } from '#test/support/answers.ts';
import { ignoreConsoleErrors, listConsoleErrors } from '#test/support/console.ts';
import { renderPage } from '#test/support/render.tsx';
import { configureTestAuth } from '#test/support/configure-auth.ts';
import { fillCredentials } from '#test/identity/identity-forms.ts';
import { heading, press } from '#test/support/locators.ts';
import { makeToken, memberSub, readyProfile, signIn } from '#test/support/session.ts';
import { grantTokens, openUserPool } from '#test/support/user-pool.ts';
import { standMachine } from './linked-machine.ts';

const badge = page.getByRole('main').getByRole('status').first();
const identityId = 'local:11111111-2222-4333-8444-555555555555';

/** Counts over all tests, because a page keeps credentials while the tokens stay the same. */
let issued = 0;

function openPools(changes: Parameters<typeof openUserPool>[0] = {}) {
  configureTestAuth({ identityPool: true });
  onTestFinished(() => {
    configureTestAuth();
  });
  return openUserPool({
    GetId: { IdentityId: identityId },
    GetCredentialsForIdentity: () => ({
      IdentityId: identityId,
      Credentials: {
        AccessKeyId: `ASIA${String((issued += 1)).padStart(16, 'A')}`,
        SecretKey: 'secret',
        SessionToken: 'sealed',
        Expiration: Math.floor(Date.now() / 1000) + 3600,
      },
    }),
    RevokeToken: {},
    ...changes,
  });
}

async function openLinked() {
  standMachine();
  const screen = await renderPage('/tanren-link');
  await expect.element(badge).toHaveTextContent(/^接続中$/);
  return screen;
}

const listBodies = () => listCalls(issueTanrenMqtt).map(({ body }) => body);

// spec 1.17, 7.51, 7.52
test('requests the live channel with a call signed by the identity', async () => {
  const pool = openPools();
  await openLinked();
  const login = expect.stringMatching(/^ey/) as string;
  expect(pool.listInputs('GetId')).toEqual([
    { IdentityPoolId: 'local:components', Logins: { 'pool.example/local_components': login } },
  ]);
  expect(pool.listInputs('GetCredentialsForIdentity')).toEqual([
    { IdentityId: identityId, Logins: { 'pool.example/local_components': login } },
  ]);
  expect(listBodies()).toEqual([
    {
      identity: {
        identityId,
        authorization: expect.stringMatching(
          /^AWS4-HMAC-SHA256 Credential=ASIA\w{16}\/\d{8}\/local\/execute-api\/aws4_request, SignedHeaders=host;x-amz-date;x-amz-security-token, Signature=[0-9a-f]{64}$/,
        ) as string,
        date: expect.stringMatching(/^\d{8}T\d{6}Z$/) as string,
        securityToken: 'sealed',
      },
    },
  ]);
});

const tokensFromPool = () => {
  const { AuthenticationResult, ...rest } = grantTokens();
  const iss = 'https://pool.example/local_components';
  const IdToken = makeToken({ sub: memberSub, 'cognito:username': memberSub, iss });
  return { AuthenticationResult: { ...AuthenticationResult, IdToken }, ...rest };
};

async function signInByForm() {
  answer(getUserInfo, readyProfile);
  // This removes the state of the previous tests.
  await signOut();
  // The browser is idle.
  vi.mocked(requestIdleCallback).mockImplementation((run) => setTimeout(run));
  await renderPage('/login', { session: null });
  await fillCredentials();
  await press('ログイン');
  await expect.element(heading('テツさん')).toBeVisible();
}

// spec 1.17
test('fetches identity and credentials after a sign-in when the browser is idle', async () => {
  const pool = openPools({ RespondToAuthChallenge: tokensFromPool });
  await signInByForm();
  await expect.poll(() => pool.listInputs('GetCredentialsForIdentity')).toHaveLength(1);
  expect(pool.listInputs('GetId')).toHaveLength(1);
});

test.each(['GetId', 'GetCredentialsForIdentity'])(
  'a sign-in continues when %s of the identity pool fails',
  async (operation) => {
    const pool = openPools({ RespondToAuthChallenge: tokensFromPool, [operation]: lost });
    await signInByForm();
    // Amplify tries three times. A later try would reach the pool of the next test.
    await expect.poll(() => pool.listInputs(operation)).toHaveLength(3);
    await expect.element(heading('テツさん')).toBeVisible();
    expect(page.getByRole('alert').filter({ hasText: /./ }).elements()).toEqual([]);
  },
);

// spec 1.17
test('a page opened later does not call the identity pool', async () => {
  const pool = openPools();
  await renderPage('/settings');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(pool.listOperations()).toEqual([]);
});

test.each([
  ['is down', lost],
  ['gives no credentials', {}],
] as const)('an identity pool that %s does not block the live view', async (_, how) => {
  openPools({ GetCredentialsForIdentity: how });
  await openLinked();
  expect(listBodies()).toEqual([{}]);
  expect(listConsoleErrors().join(' ')).toContain('with the token alone');
  ignoreConsoleErrors('with the token alone');
});

test('uses the token alone after a rejected proof', async () => {
  openPools();
  standMachine();
  const granted = {
    url: 'ws://broker.example/mqtt',
    clientId: 'page-1',
    username: memberSub,
    password: 'works-once',
    topics: [`tanren/members/${memberSub}/live`],
    expiresAt: new Date(Date.now() + 60_000).toISOString(),
  };
  answer(issueTanrenMqtt, ({ body }) =>
    body?.identity === undefined ? granted : rejectWith(403, 'identity_proof_refused'),
  );
  await renderPage('/tanren-link');
  await expect.element(badge).toHaveTextContent(/^接続中$/);
  expect(listBodies()).toEqual([{ identity: expect.anything() as object }, {}]);
  expect(listConsoleErrors().join(' ')).toContain('the identity was refused');
  ignoreConsoleErrors('the identity was refused');
});

test('keeps credentials until the member signs out', async () => {
  const pool = openPools();
  await signOut();
  signIn();
  const first = await readCredentials();
  expect(first).toMatchObject({ identityId, region: 'local' });
  expect((await readCredentials())?.credentials).toEqual(first?.credentials);
  await signOut();
  expect(await readCredentials()).toBeNull();
  signIn();
  const second = await readCredentials();
  expect(second?.credentials.accessKeyId).not.toBe(first?.credentials.accessKeyId);
  expect(pool.listInputs('GetId')).toHaveLength(2);
});
