import { confirmSignIn, fetchAuthSession, signIn, signOut } from 'aws-amplify/auth';
import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { configureAmplify, createDevice, pickUpDevice } from '#testing/amplify-client.ts';
import { callPool, enterPassword, readTokens } from '#testing/pool-client.ts';
import { startTestPool } from '#testing/test-pool.ts';
import { createDelegation, issueDelegationCode } from './delegation.ts';

const pool = await startTestPool();
const ClientId = pool.options.clientId;
const email = 'tonkotsu@example.com';
const password = 'ramen 2024 x';
const sub = await pool.addUser({ email, password });
configureAmplify(pool);
beforeEach(() => pickUpDevice(createDevice()));

async function signInWithPassword() {
  const tokens = readTokens(await enterPassword(pool.endpoint, email, password));
  return { tokens, identity: await pool.verifyIdToken(tokens.IdToken) };
}

async function redeem(username: string, code: string) {
  const started = await signIn({ username, options: { authFlowType: 'CUSTOM_WITHOUT_SRP' } });
  expect(started.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE');
  return await confirmSignIn({ challengeResponse: code });
}

const rejected = { name: 'NotAuthorizedException' };

describe('delegated sign-ins', () => {
  // spec 4.17
  test('a code signs the real client in once', async () => {
    const { identity } = await signInWithPassword();
    const { username, code } = await issueDelegationCode(pool.db, identity, pool.options.now());
    expect((await redeem(username, code)).isSignedIn).toBe(true);
    const { tokens } = await fetchAuthSession();
    const delegated = await pool.verifyIdToken(tokens?.idToken?.toString() ?? '');
    expect(delegated.sub).toBe(sub);
    expect(delegated.originJti).not.toBe(identity.originJti);
    await signOut();
    await expect(redeem(username, code)).rejects.toMatchObject(rejected);
  });

  test('a code expires after a minute', async () => {
    const { identity } = await signInWithPassword();
    const { username, code } = await issueDelegationCode(pool.db, identity, pool.options.now());
    pool.wait(60);
    await expect(redeem(username, code)).rejects.toMatchObject(rejected);
  });

  test('a code ends with the sign-in that issued it', async () => {
    const { identity, tokens } = await signInWithPassword();
    const { username, code } = await issueDelegationCode(pool.db, identity, pool.options.now());
    await callPool(pool.endpoint, 'RevokeToken', { ClientId, Token: tokens.RefreshToken });
    await expect(redeem(username, code)).rejects.toMatchObject(rejected);
  });

  test('a code works for no other account, and a wrong one for none', async () => {
    await pool.addUser({ email: 'miso@example.com', password });
    const { identity } = await signInWithPassword();
    const { code } = await issueDelegationCode(pool.db, identity, pool.options.now());
    for (const username of ['miso@example.com', 'nobody@example.com']) {
      await expect(redeem(username, code)).rejects.toMatchObject(rejected);
    }
    await expect(redeem(sub, 'x')).rejects.toMatchObject(rejected);
  });

  /** Redeems a code by plain HTTP, as the real client does. */
  async function redeemPlainly(code: string) {
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
  }

  async function delegate(originJti: string) {
    const { code } = await issueDelegationCode(pool.db, { sub, originJti }, pool.options.now());
    const tokens = readTokens(await redeemPlainly(code));
    return { tokens, identity: await pool.verifyIdToken(tokens.IdToken) };
  }

  async function expectEnded({ IdToken, RefreshToken }: ReturnType<typeof readTokens>) {
    await expect(pool.verifyIdToken(IdToken)).rejects.toThrow('revoked');
    const refreshed = await callPool(pool.endpoint, 'GetTokensFromRefreshToken', {
      ClientId,
      RefreshToken,
    });
    expect(refreshed.body['message']).toBe('Refresh Token has been revoked');
  }

  test('a delegated sign-in ends with its parent, at every level', async () => {
    const parent = await signInWithPassword();
    const other = await signInWithPassword();
    const child = await delegate(parent.identity.originJti);
    const grandchild = await delegate(child.identity.originJti);
    const stranger = await delegate(other.identity.originJti);
    const Token = parent.tokens.RefreshToken;
    await callPool(pool.endpoint, 'RevokeToken', { ClientId, Token });
    await expectEnded(child.tokens);
    await expectEnded(grandchild.tokens);
    expect(await pool.verifyIdToken(stranger.tokens.IdToken)).toMatchObject({ sub });
  });

  test('a new password ends the sign-ins delegated by the one that changed it', async () => {
    const parent = await signInWithPassword();
    const child = await delegate(parent.identity.originJti);
    const { status } = await callPool(pool.endpoint, 'ChangePassword', {
      AccessToken: parent.tokens.AccessToken,
      PreviousPassword: password,
      ProposedPassword: password,
    });
    expect(status).toBe(200);
    await expectEnded(child.tokens);
    expect(await pool.verifyIdToken(parent.tokens.IdToken)).toMatchObject({ sub });
  });

  test('a delegated sign-in that changes the password stays, though its parent ends', async () => {
    const parent = await signInWithPassword();
    const child = await delegate(parent.identity.originJti);
    const { status } = await callPool(pool.endpoint, 'ChangePassword', {
      AccessToken: child.tokens.AccessToken,
      PreviousPassword: password,
      ProposedPassword: password,
    });
    expect(status).toBe(200);
    await expectEnded(parent.tokens);
    const Token = parent.tokens.RefreshToken;
    await callPool(pool.endpoint, 'RevokeToken', { ClientId, Token });
    expect(await pool.verifyIdToken(child.tokens.IdToken)).toMatchObject({ sub });
  });

  test('inherits the age of the password and the 30 days of its parent', async () => {
    const parent = await signInWithPassword();
    pool.wait(20 * 24 * 3600);
    const child = await delegate(parent.identity.originJti);
    const authTime = (token: string) => decodeJwt(token)['auth_time'];
    expect(authTime(child.tokens.IdToken)).toBe(authTime(parent.tokens.IdToken));
    pool.wait(10 * 24 * 3600);
    const { RefreshToken } = child.tokens;
    const late = await callPool(pool.endpoint, 'GetTokensFromRefreshToken', {
      ClientId,
      RefreshToken,
    });
    expect(late.body['message']).toBe('Refresh Token has expired');
  });

  test('a code needs both tokens of one sign-in', async () => {
    const issue = createDelegation(pool.options);
    await pool.addUser({ email: 'shio@example.com', password });
    const [here, there] = [await signInWithPassword(), await signInWithPassword()];
    const stranger = readTokens(await enterPassword(pool.endpoint, 'shio@example.com', password));
    expect(await issue(pool.options.db, here.identity, here.tokens.AccessToken)).toMatchObject({
      username: sub,
    });
    for (const token of [
      here.tokens.IdToken,
      there.tokens.AccessToken,
      stranger.AccessToken,
      here.tokens.RefreshToken,
      '',
    ]) {
      await expect(issue(pool.options.db, here.identity, token)).rejects.toMatchObject(rejected);
    }
  });

  test('one of two simultaneous redemptions succeeds', async () => {
    const { identity } = await signInWithPassword();
    const { code } = await issueDelegationCode(pool.db, identity, pool.options.now());
    const answers = await Promise.all(Array.from({ length: 4 }, () => redeemPlainly(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
