import { confirmSignIn, fetchAuthSession, signIn, signOut } from 'aws-amplify/auth';
import { beforeEach, describe, expect, test } from 'vitest';
import { configureAmplify, createDevice, pickUpDevice } from '#testing/amplify-client.ts';
import { callPool, readTokens } from '#testing/pool-client.ts';
import { startTestPool } from '#testing/test-pool.ts';
import { issueDelegationCode } from './delegation-codes.ts';

const pool = await startTestPool();
const ClientId = pool.options.clientId;
const email = 'tonkotsu@example.com';
const password = 'ramen 2024 x';
const sub = await pool.addUser({ email, password });
configureAmplify(pool);
beforeEach(() => pickUpDevice(createDevice()));

async function signInWithPassword() {
  const tokens = readTokens(
    await callPool(pool.endpoint, 'InitiateAuth', {
      ClientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
  );
  return { tokens, identity: await pool.verifyIdToken(tokens.IdToken) };
}

async function redeem(username: string, code: string) {
  const started = await signIn({ username, options: { authFlowType: 'CUSTOM_WITHOUT_SRP' } });
  expect(started.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE');
  return await confirmSignIn({ challengeResponse: code });
}

const refused = { name: 'NotAuthorizedException' };

describe('delegation', () => {
  test('a code signs the real client in, once', async () => {
    const { identity } = await signInWithPassword();
    const { username, code } = await issueDelegationCode(pool.db, identity, pool.options.now());
    expect((await redeem(username, code)).isSignedIn).toBe(true);
    const { tokens } = await fetchAuthSession();
    const delegated = await pool.verifyIdToken(tokens?.idToken?.toString() ?? '');
    expect(delegated.sub).toBe(sub);
    expect(delegated.originJti).not.toBe(identity.originJti);
    await signOut();
    await expect(redeem(username, code)).rejects.toMatchObject(refused);
  });

  test('a code ends after a minute', async () => {
    const { identity } = await signInWithPassword();
    const { username, code } = await issueDelegationCode(pool.db, identity, pool.options.now());
    pool.wait(60);
    await expect(redeem(username, code)).rejects.toMatchObject(refused);
  });

  test('a code ends with the sign-in that issued it', async () => {
    const { identity, tokens } = await signInWithPassword();
    const { username, code } = await issueDelegationCode(pool.db, identity, pool.options.now());
    await callPool(pool.endpoint, 'RevokeToken', { ClientId, Token: tokens.RefreshToken });
    await expect(redeem(username, code)).rejects.toMatchObject(refused);
  });

  test('a code serves nobody else, and a wrong one nobody', async () => {
    await pool.addUser({ email: 'miso@example.com', password });
    const { identity } = await signInWithPassword();
    const { code } = await issueDelegationCode(pool.db, identity, pool.options.now());
    for (const username of ['miso@example.com', 'nobody@example.com']) {
      await expect(redeem(username, code)).rejects.toMatchObject(refused);
    }
    await expect(redeem(sub, 'x')).rejects.toMatchObject(refused);
  });

  test('of two redeemers at the same moment one succeeds', async () => {
    const { identity } = await signInWithPassword();
    const { code } = await issueDelegationCode(pool.db, identity, pool.options.now());
    const answers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { body } = await callPool(pool.endpoint, 'InitiateAuth', {
          ClientId,
          AuthFlow: 'CUSTOM_AUTH',
          AuthParameters: { USERNAME: sub },
        });
        return await callPool(pool.endpoint, 'RespondToAuthChallenge', {
          ClientId,
          ChallengeName: 'CUSTOM_CHALLENGE',
          ChallengeResponses: { USERNAME: sub, ANSWER: code },
          Session: body['Session'],
        });
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
