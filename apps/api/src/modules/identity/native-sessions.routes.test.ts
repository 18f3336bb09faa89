import { callPool, enterPassword, readTokens } from '@tanren/user-pool/testing/pool-client';
import { expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { buildTestApp } from '#test/support/app.ts';
import { openTestPool } from '#test/support/identity/pool-world.ts';

const email = 'native@tanren.example';
const password = 'iron-2024-gym';
const client = { ClientId: 'tanren-web' };

const { db, config, identity, mails } = await openTestPool();

// spec 5.26
test('a native session needs a sign-in and gives one code for one sign-in', async () => {
  const app = await buildTestApp({ config, db, ...identity, modules: productModules });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const pool = `${address}/cognito/`;
  // The app requires eight characters, where a standalone pool would accept six.
  const short = { ...client, Username: email, Password: 'kushi12' };
  expect((await callPool(pool, 'SignUp', short)).body['message']).toMatch(/not long enough/);
  await callPool(pool, 'SignUp', { ...client, Username: email, Password: password });
  await expect.poll(() => mails).toHaveLength(1);
  await callPool(pool, 'ConfirmSignUp', {
    ...client,
    Username: email,
    ConfirmationCode: /\d{8}/.exec(mails[0]?.text ?? '')?.[0],
  });
  const { IdToken, AccessToken } = readTokens(await enterPassword(pool, email, password));
  const request = async (headers: Record<string, string>, accessToken: string) =>
    await fetch(`${address}/api/native-sessions`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ accessToken }),
    });
  const bearer = { authorization: `Bearer ${IdToken}` };
  expect((await request({}, AccessToken)).status).toBe(401);
  expect((await request(bearer, IdToken)).status).toBe(401);
  const answer = await request(bearer, AccessToken);
  expect(answer.status).toBe(201);
  const { username, code } = (await answer.json()) as { username: string; code: string };

  const redeem = async () => {
    const { body } = await callPool(pool, 'InitiateAuth', {
      ...client,
      AuthFlow: 'CUSTOM_AUTH',
      AuthParameters: { USERNAME: username },
    });
    return await callPool(pool, 'RespondToAuthChallenge', {
      ...client,
      ChallengeName: 'CUSTOM_CHALLENGE',
      Session: body['Session'],
      ChallengeResponses: { USERNAME: username, ANSWER: code },
    });
  };
  expect(readTokens(await redeem()).IdToken).not.toBe(IdToken);
  expect((await redeem()).status).toBe(400);
});
