import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { callPool, readTokens } from '@tanren/user-pool/testing/pool-client';
import { answerChallenge, createClientEphemeral } from '@tanren/user-pool/testing/srp-client';
import { type RunningServer, runServer } from './support/running-server.ts';
import { makeScratchFolder } from './support/scratch-folder.ts';
import { createTestDatabase } from './support/database.ts';

const bundle = inject('programs').server;
const database = await createTestDatabase();

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

test('two processes on one database serve one sign-in, and a revocation holds on both within a moment', async () => {
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: path.join(await makeScratchFolder(), 'data-dir'),
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
  await expect.poll(async () => await askUserInfo(other, IdToken)).toBe(401);
  await expect.poll(async () => await askUserInfo(one, IdToken)).toBe(401);
});
