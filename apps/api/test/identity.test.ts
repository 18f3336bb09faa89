import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { callPool, readTokens } from '@tanren/user-pool/testing/pool-client';
import { answerChallenge, createClientEphemeral } from '@tanren/user-pool/testing/srp-client';
import { type RunningServer, runServer } from './support/running-server.ts';
import { makeScratchFolder } from './support/scratch-folder.ts';
import { createEmptyDatabase } from './support/database.ts';

const bundle = inject('programs').server;

const email = 'two-nodes@tanren.example';
const password = 'iron-2024-gym';
const client = { ClientId: 'tanren-web' };

async function readCode(server: RunningServer): Promise<string> {
  for (;;) {
    const code = / (\d{8}) \(/.exec(server.output())?.[1];
    if (code !== undefined) return code;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function askUserInfo(address: string, idToken: string): Promise<number> {
  const answer = await fetch(`${address}/api/userinfo`, {
    headers: { authorization: `Bearer ${idToken}` },
  });
  return answer.status;
}

test('two processes on one database serve one sign-in, and a revocation holds on both at once', async () => {
  const settings = {
    DATABASE_URL: await createEmptyDatabase(),
    DATA_DIR: path.join(await makeScratchFolder(), 'data-dir'),
    USER_POOL_PASSWORD_AUTH: 'on',
  };
  const servers = [runServer(bundle.main, settings), runServer(bundle.main, settings)] as const;
  const [one, other] = await Promise.all([servers[0].ready, servers[1].ready]);

  await callPool(`${one}/cognito/`, 'SignUp', { ...client, Username: email, Password: password });
  const ConfirmationCode = await readCode(servers[0]);
  await callPool(`${other}/cognito/`, 'ConfirmSignUp', {
    ...client,
    Username: email,
    ConfirmationCode,
  });

  const ephemeral = createClientEphemeral();
  const challenge = await callPool(`${one}/cognito/`, 'InitiateAuth', {
    ...client,
    AuthFlow: 'USER_SRP_AUTH',
    AuthParameters: { USERNAME: email, SRP_A: ephemeral.shared.toString(16) },
  });
  const { AccessToken, IdToken } = readTokens(
    await callPool(`${other}/cognito/`, 'RespondToAuthChallenge', {
      ...client,
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeResponses: answerChallenge(ephemeral, challenge, password, 'tanren'),
    }),
  );
  // Signed in, and without a profile.
  expect(await askUserInfo(one, IdToken)).toBe(404);
  expect(await askUserInfo(other, IdToken)).toBe(404);

  await callPool(`${one}/cognito/`, 'GlobalSignOut', { AccessToken });
  expect(await askUserInfo(other, IdToken)).toBe(401);
  expect(await askUserInfo(one, IdToken)).toBe(401);
});

// spec 5.26
test('a native session: one code, one sign-in, only for whoever is signed in', async () => {
  const settings = {
    DATABASE_URL: await createEmptyDatabase(),
    DATA_DIR: path.join(await makeScratchFolder(), 'data-dir'),
    USER_POOL_PASSWORD_AUTH: 'on',
  };
  const server = runServer(bundle.main, settings);
  const address = await server.ready;
  const pool = `${address}/cognito/`;
  // The product asks for eight characters, where a pool of its own would take six.
  const short = { ...client, Username: email, Password: 'kushi12' };
  expect((await callPool(pool, 'SignUp', short)).body['message']).toMatch(/not long enough/);
  await callPool(pool, 'SignUp', { ...client, Username: email, Password: password });
  await callPool(pool, 'ConfirmSignUp', {
    ...client,
    Username: email,
    ConfirmationCode: await readCode(server),
  });
  const { IdToken, AccessToken } = readTokens(
    await callPool(pool, 'InitiateAuth', {
      ...client,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
  );
  const ask = async (headers: Record<string, string>, accessToken: string) =>
    await fetch(`${address}/api/native-sessions`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ accessToken }),
    });
  const bearer = { authorization: `Bearer ${IdToken}` };
  expect((await ask({}, AccessToken)).status).toBe(401);
  expect((await ask(bearer, IdToken)).status).toBe(401);
  const answer = await ask(bearer, AccessToken);
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
