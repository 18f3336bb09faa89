import {
  CognitoIdentityProviderClient,
  GetUserCommand,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  createSrpSession,
  signSrpSession,
  wrapAuthChallenge,
  wrapInitiateAuth,
} from 'cognito-srp-helper';
import { expect, test } from 'vitest';
import { startTestPool } from '#testing/test-pool.ts';

const pool = await startTestPool();
const ClientId = pool.options.clientId;
const email = 'sdk@example.com';
const password = 'soroban 42';
await pool.addUser({ email, password });

const client = new CognitoIdentityProviderClient({
  endpoint: pool.endpoint,
  region: 'local',
  credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
  maxAttempts: 1,
});

async function signIn(typed: string) {
  const session = createSrpSession(email, typed, pool.options.poolId, false);
  const { ChallengeName = '', ...challenge } = await client.send(
    new InitiateAuthCommand(
      wrapInitiateAuth(session, {
        ClientId,
        AuthFlow: 'USER_SRP_AUTH' as const,
        AuthParameters: { CHALLENGE_NAME: 'SRP_A', USERNAME: email },
      }),
    ),
  );
  return await client.send(
    new RespondToAuthChallengeCommand(
      wrapAuthChallenge(signSrpSession(session, { ...challenge, ChallengeName }), {
        ClientId,
        ChallengeName: 'PASSWORD_VERIFIER' as const,
        ChallengeResponses: { USERNAME: email },
      }),
    ),
  );
}

test('a client written by others signs in through the AWS SDK', async () => {
  const { AuthenticationResult } = await signIn(password);
  const user = await client.send(
    new GetUserCommand({ AccessToken: AuthenticationResult?.AccessToken }),
  );
  expect(user.UserAttributes).toContainEqual({ Name: 'email', Value: email });
  await expect(signIn('wrong1234')).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  });
});
